import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { NewPasswordField } from '~/forms/fields'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadResetCode, type ResetCode, resetByCode } from '../reset-by-code.server'

// Resetting a password, step 2: the code from the SMS, and the new password.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadResetCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => resetByCode(args, 'mobile')

export default function ResetByMobileCode() {
  const { sent, account } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof ResetCode>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="reset.submit"
      sent={sent}
      account={account}
      by="mobile_reset"
      back={{ path: againAt('/account-help/password'), text: 'resend.back_mobile' }}
      meanwhile={{ '/account-help/password/email': 'reset.use_email', '/login': 'reset.remembered' }}
    >
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </CodePage>
  )
}
