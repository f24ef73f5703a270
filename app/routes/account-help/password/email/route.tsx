import { useTranslation } from 'react-i18next'
import { addressAgain } from '~/addresses/address-again.server'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import type { PageHandle } from '~/document/page-handle'
import { passwordReset } from '~/flows/password-reset.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { LinkList } from '~/ui/link-list'

// Resetting a password, step 1: the email. A signed-in person may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.email_title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ notice: flashOf(args.request), typed: await addressAgain(args, passwordReset.email) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'email', purpose: 'resetPassword', flow: passwordReset.email })

export default function ResetByEmail() {
  const { t } = useTranslation()
  const { notice, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="email"
      title="reset.email_title"
      notice={notice}
      typed={typed}
      lead={<p>{t('reset.by_email')}</p>}
      after={
        <LinkList
          title="reset.otherwise"
          links={{ '/account-help/password': 'reset.use_mobile', '/login': 'reset.remembered' }}
        />
      }
    />
  )
}
