import type { AddressKind } from '~/features/addresses/address-kind'
import { addressTexts } from '~/features/addresses/address-texts'
import { CodePage } from '~/features/codes/code-page'
import type { ShownCode } from '~/features/codes/resend-notices'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { usePageForm } from '~/forms/use-page-form'
import { againAt } from '~/navigation/returning/return-address'
import type { SignInCode } from './sign-in-by-code.server'

const ways = {
  mobile: { by: 'mobile', start: '/login/sms', other: { '/login/email': 'ways.email_code' } },
  email: { by: 'email_sign_in', start: '/login/email', other: { '/login/sms': 'ways.sms' } },
} as const

/** Sign-in with a code, step 2: the code. */
export const SignInCodePage = ({ kind, sent }: { kind: AddressKind; sent: ShownCode }) => {
  const page = usePageForm<typeof SignInCode>()
  const { by, start, other } = ways[kind]
  return (
    <CodePage
      page={page}
      title={addressTexts[kind].codeTitle}
      submit="login.submit"
      sent={sent}
      by={by}
      back={{ path: againAt(start), text: addressTexts[kind].useAnother }}
      meanwhile={{ '/login': 'ways.password', ...other }}
      more={<RememberTick field={page.fields.remember} />}
    />
  )
}
