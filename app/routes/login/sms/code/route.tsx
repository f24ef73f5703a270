import { CodePage } from '~/codes/code-page'
import type { PageHandle } from '~/document/page-handle'
import { Tick } from '~/forms/tick'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/return-address'
import { loadSignInCode, type SignInCode, signInByCode } from '../../sign-in-by-code.server'

// Sign-in with an SMS code, step 2: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

export const loader = (args: LoaderFunctionArgs) => loadSignInCode(args, 'mobile')

export const action = (args: ActionFunctionArgs) => signInByCode(args, 'mobile')

export default function SmsCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignInCode>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="login.submit"
      sent={sent}
      by="mobile"
      back={{ path: againAt('/login/sms'), text: 'resend.back_mobile' }}
      meanwhile={{ '/login': 'ways.password', '/login/email': 'ways.email_code' }}
    >
      <Tick field={page.fields.remember} label="quick.remember" />
    </CodePage>
  )
}
