import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { NewPasswordField } from '~/forms/fields'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadResetCode, type ResetCode, resetByCode } from '../../reset-by-code.server'

// Resetting a password, step 2: the code from the email, and the new password.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadResetCode(args, 'email')

export const action = (args: ActionFunctionArgs) => resetByCode(args, 'email')

export default function ResetByEmailCode() {
  const { sent, account } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof ResetCode>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="reset.submit"
      sent={sent}
      account={account}
      by="email_reset"
      back={{ path: againAt('/account-help/password/email'), text: 'resend.back_email' }}
      meanwhile={{ '/account-help/password': 'reset.use_mobile', '/login': 'reset.remembered' }}
    >
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </CodePage>
  )
}
