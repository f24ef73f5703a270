import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { Agreement } from '~/forms/agreement'
import { NewPasswordField } from '~/forms/fields'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadRegisterCode, type RegisterCode, registerByCode } from '../register-by-code.server'

// Registration with a mobile, step 2: the code and an optional password.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadRegisterCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => registerByCode(args, 'mobile')

export default function RegisterMobileCode() {
  const { sent, account } = useLoaderData<typeof loader>()
  const page = usePageForm<RegisterCode>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="register.submit"
      sent={sent}
      account={account}
      by="mobile"
      back={{ path: againAt('/login/register'), text: 'resend.back_mobile' }}
      meanwhile={{ '/login': 'ways.to_sign_in', '/login/register/email': 'ways.register_by_email' }}
    >
      <NewPasswordField
        field={page.fields.password}
        label="field.new_password.label_optional"
        hint="field.new_password.hint_optional"
      />
      <Agreement />
    </CodePage>
  )
}
