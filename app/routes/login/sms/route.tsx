import type { PageHandle } from '~/document/page-handle'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { typedBefore } from '~/features/addresses/typed-before.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { carrying } from '~/navigation/returning/carrying'
import { LinkList } from '~/ui/link-list'

// Sign-in with an SMS code, step 1: the number.
export const handle: PageHandle = { title: 'login.sms.title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), ...(await typedBefore(args, 'mobile', codeSignIn.mobile)) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'mobile', purpose: 'login', flow: codeSignIn.mobile })

export default function SmsSignIn() {
  const { notice, typed } = useLoaderData<typeof loader>()
  const isTyped = typed !== undefined
  return (
    <AddressPage
      kind="mobile"
      title="login.sms.title"
      notice={notice}
      typed={typed}
      after={
        <>
          <LinkList
            title="ways.sign_in"
            links={carrying(
              { '/login': 'ways.password', '/login/email': 'ways.email_code', '/login/qr': 'ways.qr' },
              isTyped,
            )}
          />
          <LinkList title="ways.no_account" links={carrying({ '/login/register': 'ways.register' }, isTyped)} />
          <LinkList title="ways.trouble" links={{ '/account-help': 'ways.help' }} />
        </>
      }
    />
  )
}
