import { addressAgain } from '~/addresses/address-again.server'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards.server'
import { LinkList } from '~/ui/link-list'

// Registration with a mobile, step 1: the number.
export const handle: PageHandle = { title: 'register.title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ ...(await requireSignedOut(args)), typed: await addressAgain(args, registerAddress.mobile) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'mobile', purpose: 'register', flow: registerAddress.mobile })

export default function RegisterMobile() {
  const { notice, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="mobile"
      title="register.title"
      notice={notice}
      typed={typed}
      after={
        <>
          <LinkList
            title="ways.register_otherwise"
            links={{
              '/login/register/email': 'ways.by_email',
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
