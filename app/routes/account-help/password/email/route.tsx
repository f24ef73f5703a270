import { useTranslation } from 'react-i18next'
import { AddressPage } from '~/addresses/address-page'
import { sendFirstCode } from '~/addresses/first-code.server'
import type { PageHandle } from '~/document/page-handle'
import { passwordReset } from '~/flows/password-reset.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { LinkList } from '~/ui/link-list'

// Resetting a password, step 1: the email. A signed-in person may have forgotten theirs too.
export const handle: PageHandle = { title: 'reset.email_title', remembered: true }

export const loader = ({ request }: LoaderFunctionArgs) => reply({ notice: flashOf(request) })

export const action = (args: ActionFunctionArgs) =>
  sendFirstCode(args, { kind: 'email', purpose: 'resetPassword', flow: passwordReset.email })

export default function ResetByEmail() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind="email"
      title="reset.email_title"
      notice={notice}
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
