import { useTranslation } from 'react-i18next'
import { addressAgain } from '~/addresses/address-again.server'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import type { PageHandle } from '~/document/page-handle'
import { passwordReset } from '~/flows/password-reset.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { LinkList } from '~/ui/link-list'

// Resetting a password, step 1: the mobile. A signed-in person may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.title', remembered: true, antiCrawler: true }

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ notice: flashOf(args.request), typed: await addressAgain(args, passwordReset.mobile) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'mobile', purpose: 'resetPassword', flow: passwordReset.mobile })

export default function ResetByMobile() {
  const { t } = useTranslation()
  const { notice, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="mobile"
      title="reset.title"
      notice={notice}
      typed={typed}
      lead={<p>{t('reset.by_mobile')}</p>}
      after={
        <LinkList
          title="reset.otherwise"
          links={{ '/account-help/password/email': 'reset.use_email', '/login': 'reset.remembered' }}
        />
      }
    />
  )
}
