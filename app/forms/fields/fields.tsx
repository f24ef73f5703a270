import type { HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { personNameMaxLength } from '#contract/terms/person-name'
import { exampleMobile } from '#rules/typed/number'
import type { PageField } from '~/forms/use-page-form'
import { isListedRegion, otherRegion, regionOfNumber, regionsIn } from '~/forms/values/regions'
import { useRegion } from '~/i18n/region'
import { useIdentifiers } from '~/navigation/open-pages/use-open-pages'
import { describedBy, FieldFrame } from './field-frame'
import { endOf } from './identifier-names'
import { SelectField } from './select-field'

interface FieldProps {
  field: PageField
  /** Message keys. Most kinds of fields have default ones. */
  label?: string
  hint?: string
}

interface TextFieldProps extends FieldProps {
  label: string
  hintValues?: Record<string, string> | undefined
  autoComplete: string
  type?: 'text' | 'email' | 'tel' | 'password' | 'date'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
  className?: string
  autoFocus?: boolean
  readOnly?: boolean
  autoCapitalize?: 'words'
}

/** A labelled line of text with its hint and its error. */
export const TextField = ({ field, label, hint, hintValues, type = 'text', maxLength, ...input }: TextFieldProps) => (
  <FieldFrame field={field} label={label} {...(hint && { hint, hintValues })}>
    <input
      id={field.name}
      name={field.name}
      type={type}
      {...(field.value !== '' && { defaultValue: field.value })}
      {...describedBy(field, hint)}
      autoCapitalize="none"
      spellCheck={false}
      // Browsers count UTF-16 units, and a character has one or two.
      {...(maxLength !== undefined && { maxLength: 2 * maxLength })}
      {...input}
    />
  </FieldFrame>
)

/** The name that other people see. */
export const OwnNameField = ({
  field,
  hint = 'field.own_name.hint',
  isOptional = false,
}: FieldProps & { isOptional?: boolean }) => (
  <TextField
    field={field}
    label={isOptional ? 'field.own_name.label_optional' : 'field.own_name.label'}
    hint={hint}
    autoComplete="name"
    autoCapitalize="words"
    maxLength={personNameMaxLength}
  />
)

/** A file. The browser does not keep the choice, so the person chooses again after an error. */
export const FileField = ({ field, label, hint, accept }: FieldProps & { label: string; accept: string }) => (
  <FieldFrame field={field} label={label} {...(hint && { hint })}>
    <input id={field.name} name={field.name} type="file" accept={accept} {...describedBy(field, hint)} />
  </FieldFrame>
)

/** The identifier of an account: a mobile, an email or a username. */
export const AccountField = ({ field }: Pick<FieldProps, 'field'>) => {
  const identifiers = useIdentifiers()
  const label = `field.account.label${endOf(identifiers)}`
  const hint = identifiers.includes('mobile') ? { hint: 'field.account.hint' } : {}
  return <TextField field={field} label={label} {...hint} autoComplete="username" maxLength={254} />
}

/** An email address, of type text: with type email, some browsers clear values that they do not accept. */
export const EmailField = ({
  field,
  label = 'field.email.label',
  autoComplete = 'email',
}: FieldProps & { autoComplete?: 'email' | 'username' | 'off' }) => (
  <TextField field={field} label={label} autoComplete={autoComplete} inputMode="email" maxLength={254} />
)

export const PasswordField = ({ field, label = 'field.password.label' }: FieldProps) => (
  <TextField field={field} label={label} type="password" autoComplete="current-password" />
)

/** A code of an authenticator app, or a recovery code, so the keyboard must have letters. */
export const AuthenticatorCodeField = ({
  field,
  label = 'field.authenticator_code.label',
  hint = 'field.authenticator_code.hint',
}: FieldProps) => <TextField field={field} label={label} hint={hint} autoComplete="one-time-code" maxLength={40} />

/** A new password, with its rules as the hint. It has a value only when the person chose to read it. */
export const NewPasswordField = ({
  field,
  label = 'field.new_password.label',
  hint = 'field.new_password.hint',
}: FieldProps) => (
  <TextField
    field={field}
    label={label}
    hint={hint}
    type={field.value === '' ? 'password' : 'text'}
    autoComplete="new-password"
  />
)

/** The name of the account whose password a form sets or changes, for people and their password managers. */
export const AccountName = ({ name }: { name: string }) => (
  <TextField
    field={{ name: 'account_name', value: name, values: [], error: undefined }}
    label="field.account_name.label"
    autoComplete="username"
    readOnly
  />
)

/**
 * The name for password managers only, on a page that shows the account already. It is below the button, so browsers
 * that show it do not stop at it first. Dillo makes it as wide as the page, so it has its own line.
 */
export const SparedAccountName = ({ name }: { name: string }) => {
  const { t } = useTranslation()
  return (
    <div className="spared">
      <p className="unseen" aria-hidden="true">
        <label htmlFor="account_name">{t('field.account_name.label')}</label>
        <br />
        <input
          id="account_name"
          name="account_name"
          type="text"
          defaultValue={name}
          autoComplete="username"
          readOnly
          tabIndex={-1}
        />
      </p>
    </div>
  )
}

/** A code. The field has room for spaces between the digits. `isFirst`: typing it is the first action on the page. */
export const CodeField = ({
  field,
  label = 'field.code.label',
  hint = 'field.code.hint',
  isFirst = false,
}: FieldProps & { isFirst?: boolean }) => (
  <TextField
    field={field}
    label={label}
    hint={hint}
    {...(isFirst && { autoFocus: true })}
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={40}
    className="code"
  />
)

/** A mobile number after its region: initially the region of the number `like`, if given. */
export const MobileField = ({
  fields,
  label = 'field.mobile.label',
  like,
  autoComplete = 'tel',
}: {
  fields: { mobile: PageField; region: PageField }
  label?: string
  like?: string | undefined
  /** `off`: the number of another person. */
  autoComplete?: 'tel' | 'off'
}) => {
  const example = exampleMobile(useChosenRegion(fields.region, like))
  return (
    <>
      <RegionField field={fields.region} like={like} />
      <TextField
        field={fields.mobile}
        label={label}
        hint={example ? 'field.mobile.hint' : 'field.mobile.hint_other'}
        hintValues={example ? { example } : undefined}
        type="tel"
        autoComplete={autoComplete}
        maxLength={40}
      />
    </>
  )
}

/** The chosen region: initially the region of the number `like`, otherwise the visitor's. */
const useChosenRegion = (field: PageField, like = ''): string => {
  const region = useRegion()
  return field.value || (regionOfNumber(like) ?? (isListedRegion(region) ? region : otherRegion))
}

/** The region of a number without a country code: initially the region of the number `like`. */
export const RegionField = ({ field, like }: FieldProps & { like?: string | undefined }) => {
  const { t, i18n } = useTranslation()
  const chosen = useChosenRegion(field, like)
  return (
    <SelectField
      field={{ ...field, value: chosen }}
      label="field.region.label"
      options={[
        ...regionsIn(i18n.language).map(({ region, name }) => [region, name] as const),
        [otherRegion, t('field.region.other')],
      ]}
    />
  )
}
