import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { lostMobileByEmail } from '~/flows/accounts/lost-mobile.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkList } from '~/ui/link-list'

// Removing a lost mobile by email, step 1: the address.
export const handle: PageHandle = { title: 'lost.email.title', remembered: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ notice: flashOf(args.request), typed: await addressAgain(args, lostMobileByEmail) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'email', purpose: 'notSignedIn', flow: lostMobileByEmail })

export default function LostMobileByEmail() {
  const { t } = useTranslation()
  const { notice, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="email"
      title="lost.email.title"
      notice={notice}
      typed={typed}
      lead={<p>{t('lost.email.text')}</p>}
      after={
        <>
          <LinkList title="lost.email.otherwise" links={{ '/account-help/mobile-lost/password': 'lost.by_password' }} />
          <BackToHelp />
        </>
      }
    />
  )
}
