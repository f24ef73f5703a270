import { useTranslation } from 'react-i18next'
import type { AddressKind } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import { addressTexts } from '~/features/addresses/address-texts'
import { CodePage } from '~/features/codes/code-page'
import type { ShownCode } from '~/features/codes/resend-notices'
import { NewPasswordField } from '~/forms/fields/fields'
import { usePageForm } from '~/forms/use-page-form'
import type { FlashName } from '~/navigation/flash/flash-names'
import { carrying } from '~/navigation/returning/carrying'
import { againAt } from '~/navigation/returning/return-address'
import { LinkList } from '~/ui/link-list'
import type { ResetCode } from './reset-by-code.server'

const starts = { mobile: '/account-help/password', email: '/account-help/password/email' }

/** The links next to an address of this kind. */
const otherwise = {
  mobile: { '/account-help/password/email': 'reset.use_email', '/login': 'reset.remembered' },
  email: { '/account-help/password': 'reset.use_mobile', '/login': 'reset.remembered' },
}

interface ResetAddressProps {
  kind: AddressKind
  notice: FlashName | null
  typed?: string | undefined
}

/** Resetting a password, step 1: the address. */
export const ResetAddress = ({ kind, ...named }: ResetAddressProps) => (
  <AddressPage
    kind={kind}
    title={kind === 'mobile' ? 'reset.title' : 'reset.email_title'}
    {...named}
    lead={<p>{useTranslation().t(`reset.by_${kind}`)}</p>}
    after={<LinkList title="reset.otherwise" links={carrying(otherwise[kind], named.typed !== undefined)} />}
  />
)

/** Resetting a password, step 2: the code, and the new password. */
export const ResetCodePage = ({ kind, sent, account }: { kind: AddressKind; sent: ShownCode; account: string }) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof ResetCode>()
  return (
    <CodePage
      page={page}
      title={addressTexts[kind].codeTitle}
      submit="reset.submit"
      sent={sent}
      account={account}
      by={`${kind}_reset`}
      back={{ path: againAt(starts[kind]), text: addressTexts[kind].useAnother }}
      meanwhile={otherwise[kind]}
    >
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
      <p className="hint said">{t('reset.ends')}</p>
    </CodePage>
  )
}
