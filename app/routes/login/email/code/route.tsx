import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { Tick } from '~/forms/tick'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadSignInCode, type SignInCode, signInByCode } from '../../sign-in-by-code.server'

// Sign-in with a code by email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = (args: LoaderFunctionArgs) => loadSignInCode(args, 'email')

export const action = (args: ActionFunctionArgs) => signInByCode(args, 'email')

export default function EmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignInCode>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="login.submit"
      sent={sent}
      by="email_sign_in"
      back={{ path: againAt('/login/email'), text: 'resend.back_email' }}
      meanwhile={{ '/login': 'ways.password', '/login/sms': 'ways.sms' }}
    >
      <Tick field={page.fields.remember} label="quick.remember" />
    </CodePage>
  )
}
