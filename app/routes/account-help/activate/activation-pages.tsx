import { useTranslation } from 'react-i18next'
import { activationPages } from '#contract/organisations/invitations/activation-pages'
import type { AddressKind } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import { CodePage } from '~/features/codes/code-page'
import type { ShownCode } from '~/features/codes/resend-notices'
import { Agreement } from '~/forms/agreement'
import { FieldError } from '~/forms/fields/field-frame'
import { AccountName, NewPasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import type { FlashName } from '~/navigation/flash/flash-names'
import { againAt } from '~/navigation/returning/return-address'
import { LinkList } from '~/ui/link-list'
import type { ActivationCode, ChosenPlaces } from './activate.server'

/** The links next to an address of this kind. */
const otherwise = {
  mobile: { [activationPages.email]: 'activate.use_email', '/login': 'ways.to_sign_in' },
  email: { [activationPages.mobile]: 'activate.use_mobile', '/login': 'ways.to_sign_in' },
}

/** Activation, step 1: the address that the organisation knows. */
export const ActivationAddress = ({
  kind,
  notice,
  typed,
}: {
  kind: AddressKind
  notice: FlashName | null
  typed?: string | undefined
}) => {
  const { t } = useTranslation()
  return (
    <AddressPage
      kind={kind}
      title="activate.title"
      notice={notice}
      typed={typed}
      lead={<p>{t(`activate.text_${kind}`)}</p>}
      after={<LinkList title="activate.otherwise" links={otherwise[kind]} />}
    />
  )
}

/** Activation, step 2: the code. */
export const ActivationCodePage = ({ kind, sent }: { kind: AddressKind; sent: ShownCode }) => {
  const page = usePageForm<typeof ActivationCode>()
  return (
    <CodePage
      page={page}
      title={kind === 'mobile' ? 'code.title_sms' : 'code.title_email'}
      submit="activate.continue"
      sent={sent}
      by={kind}
      back={{ path: againAt(activationPages[kind]), text: `resend.back_${kind}` }}
      meanwhile={otherwise[kind]}
    />
  )
}

interface OfferedPlace {
  sec_user_identity_id: string
  subject_name: string
  deputy_name: string
}

/**
 * Activation, step 3: the organisations that know the address, none of them ticked, and a password for a new account.
 */
export const ActivationChoice = ({
  kind,
  places,
  hasAccount,
  account,
}: {
  kind: AddressKind
  places: OfferedPlace[]
  hasAccount: boolean
  account: string
}) => {
  const { t } = useTranslation()
  const page = usePageForm<typeof ChosenPlaces>()
  const field = page.fields.place
  return (
    <FormPage
      page={page}
      title="activate.choose_title"
      submit="activate.submit"
      hasNewPassword={!hasAccount}
      lead={<p>{t('activate.choose_text')}</p>}
      after={
        <LinkList title="activate.otherwise" links={{ [againAt(activationPages[kind])]: `resend.back_${kind}` }} />
      }
    >
      <FieldError id="place-error" text={field.error} />
      <fieldset className="choices">
        <legend>{t('activate.choose')}</legend>
        <ul className="rows">
          {places.map((place, nth) => (
            <li key={place.sec_user_identity_id}>
              <label>
                <input
                  type="checkbox"
                  {...(nth === 0 && { id: 'place' })}
                  name="place"
                  value={place.sec_user_identity_id}
                  defaultChecked={field.values.includes(place.sec_user_identity_id)}
                />{' '}
                {place.subject_name}
                <br />
                <span className="hint">{t('activate.known_as', { name: place.deputy_name })}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {!hasAccount && (
        <>
          <AccountName name={account} />
          <NewPasswordField field={page.fields.password} />
          <Agreement />
        </>
      )}
    </FormPage>
  )
}

/** Activation of an address that has an account: that account was given the place. */
export const ActivationExisting = ({ kind, address }: { kind: AddressKind; address: string }) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title="activate.existing_title"
      submit="register.existing.submit"
      lead={<p>{t('activate.existing_text', { address })}</p>}
      after={
        <LinkList title="activate.otherwise" links={{ [againAt(activationPages[kind])]: `resend.back_${kind}` }} />
      }
    />
  )
}
