import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { Agreement } from '~/forms/agreement'
import { NewPasswordField } from '~/forms/fields'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadRegisterCode, type RegisterCode, registerByCode } from '../../register-by-code.server'

// Registration with an email, step 2: the code and a password.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadRegisterCode(args, 'email')

export const action = (args: ActionFunctionArgs) => registerByCode(args, 'email')

export default function RegisterEmailCode() {
  const { sent, account } = useLoaderData<typeof loader>()
  const page = usePageForm<RegisterCode>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="register.submit"
      sent={sent}
      account={account}
      by="email"
      back={{ path: againAt('/login/register/email'), text: 'resend.back_email' }}
      meanwhile={{ '/login': 'ways.to_sign_in', '/login/register': 'ways.register_by_mobile' }}
    >
      <NewPasswordField field={page.fields.password} />
      <Agreement />
    </CodePage>
  )
}
