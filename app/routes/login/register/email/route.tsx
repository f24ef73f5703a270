import { addressAgain } from '~/addresses/address-again.server'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { LinkList } from '~/ui/link-list'

// Registration with an email, step 1: the address.
export const handle: PageHandle = { title: 'register.email.title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), typed: await addressAgain(args, registerAddress.email) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'email', purpose: 'register', flow: registerAddress.email })

export default function RegisterEmail() {
  const { notice, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="email"
      title="register.email.title"
      notice={notice}
      typed={typed}
      after={
        <>
          <LinkList
            title="ways.register_otherwise"
            links={{
              '/login/register': 'ways.by_mobile',
              '/login/register/both': 'ways.by_both',
              '/login/register/organisation': 'ways.with_organisation',
            }}
          />
          <LinkList title="ways.have_account" links={{ '/login': 'ways.to_sign_in' }} />
        </>
      }
    />
  )
}
