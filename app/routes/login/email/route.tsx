import type { PageHandle } from '~/document/page-handle'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { typedBefore } from '~/features/addresses/typed-before.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { carrying } from '~/navigation/returning/carrying'
import { LinkList } from '~/ui/link-list'

// Sign-in with a code by email, step 1: the address.
export const handle: PageHandle = { title: 'login.email.title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), ...(await typedBefore(args, 'email', codeSignIn.email)) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'email', purpose: 'login', flow: codeSignIn.email })

export default function EmailSignIn() {
  const { notice, typed } = useLoaderData<typeof loader>()
  const isTyped = typed !== undefined
  return (
    <AddressPage
      kind="email"
      title="login.email.title"
      notice={notice}
      typed={typed}
      after={
        <>
          <LinkList
            title="ways.sign_in"
            links={carrying(
              {
                '/login/email/password': 'ways.email_password',
                '/login/sms': 'ways.sms',
                '/login/qr': 'ways.qr',
              },
              isTyped,
            )}
          />
          <LinkList
            title="ways.no_account"
            links={carrying({ '/login/register/email': 'ways.register_email' }, isTyped)}
          />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    />
  )
}
