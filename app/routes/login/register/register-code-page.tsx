import type { AddressKind } from '~/features/addresses/address-kind'
import { addressTexts } from '~/features/addresses/address-texts'
import { CodePage } from '~/features/codes/code-page'
import type { ShownCode } from '~/features/codes/resend-notices'
import { Agreement } from '~/forms/agreement'
import { NewPasswordField } from '~/forms/fields/fields'
import { usePageForm } from '~/forms/use-page-form'
import { againAt } from '~/navigation/returning/return-address'
import type { RegisterCode } from './register-by-code.server'

interface RegisterCodePageProps {
  kind: AddressKind
  sent: ShownCode
  /** The name of the account, for password managers. */
  account: string
  /** The page on which the address was typed. */
  back: string
  /** The links for the case that no code is accepted: their message keys, by path. */
  meanwhile: Record<string, string>
}

/** Takes the code of a registration and a password, which is optional with a mobile. */
export const RegisterCodePage = ({ kind, sent, account, back, meanwhile }: RegisterCodePageProps) => {
  const page = usePageForm<RegisterCode>()
  const { codeTitle, useAnother } = addressTexts[kind]
  return (
    <CodePage
      page={page}
      title={codeTitle}
      submit="register.submit"
      sent={sent}
      account={account}
      by={kind}
      back={{ path: againAt(back), text: useAnother }}
      meanwhile={{ '/login': 'ways.to_sign_in', ...meanwhile }}
    >
      {kind === 'mobile' ? (
        <NewPasswordField
          field={page.fields.password}
          label="field.new_password.label_optional"
          hint="field.new_password.hint_optional"
        />
      ) : (
        <NewPasswordField field={page.fields.password} />
      )}
      <Agreement />
    </CodePage>
  )
}
