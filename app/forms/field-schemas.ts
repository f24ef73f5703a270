import { z } from 'zod'
import { email as contractEmail, newPasswordLength, pictureMaxBytes } from '../../contract/terms/fields'
import { asMailbox } from '../../contract/terms/mailbox'
import { personName as contractName, personNameMaxLength } from '../../contract/terms/person-name'
import {
  passkeyLabel as contractPasskeyLabel,
  passkeyCredentialLength,
  passkeyLabelMaxLength,
} from '../../contract/verification/passkey-fields'
import { numbersInTexts } from '../i18n/numbers'
import { fileOf } from './reading/file-fields'
import { readMobile } from './values/mobile-number'
import { readCode, readFactorCode } from './values/typed-code'
import { normalized, plainForm, readable, typedText } from './values/typed-text'

/** An identifier as typed. The API finds out whether it is a mobile, an email or a username. */
export const account = readable('account', { maxLength: 254 }, (plain) => ({ value: plain }))

/** A new username. The API has the rules for it. */
export const username = readable('username', { maxLength: 64 }, (plain) => ({ value: plain }))

const nameOf = (field: string) =>
  readable(field, { maxLength: personNameMaxLength }, (plain) =>
    contractName.safeParse(plain).success ? { value: plain } : { refused: `field.${field}.invalid` },
  )

const orNone = (name: ReturnType<typeof nameOf>) =>
  z.preprocess((typed) => (typeof typed === 'string' && plainForm(typed) === '' ? undefined : typed), name.optional())

/** The name of a person in an organisation, as others see it. */
export const personName = nameOf('deputy_name')

/** The name of the person who types it. Its label asks for one's own, and its errors do. */
export const ownPersonName = nameOf('own_name')

/** The same where it may be left empty. */
export const ownPersonNameOrNone = orNone(ownPersonName)

/** The name of a device, which may be left empty. It has the same rules as that of a person. */
export const deviceNameOrNone = orNone(personName)

/** An email address in the form of the contract. */
export const email = readable('email', { maxLength: 254 }, (plain) => {
  const mailbox = contractEmail.safeParse(asMailbox(plain))
  return mailbox.success ? { value: mailbox.data } : { refused: 'field.email.invalid' }
})

/** An existing password, exactly as typed, with its spaces. */
export const password = typedText('password').max(1024, 'field.password.too_long')

/** The existing password, in a form that changes it. */
export const currentPassword = typedText('current_password').max(1024, 'field.password.too_long')

/** A new password. Its length is checked here; the API checks everything else. */
export const newPassword = typedText('password')
  .refine(
    (typed) => lengthOf(typed) >= (numbersInTexts.passwordLength ?? newPasswordLength.min),
    'passwordRefusal.too_short',
  )
  .refine((typed) => lengthOf(typed) <= newPasswordLength.max, 'passwordRefusal.too_long')

const lengthOf = (typed: string): number => [...normalized(typed)].length

const sixDigits = (name: string) => readable(name, { maxLength: 40 }, readCode)

/** A code from an SMS, or from an email where that is the only one. Spaces between its digits are dropped. */
export const code = sixDigits('code')

/** A code of an authenticator app, or a recovery code. */
export const authenticatorCode = readable('authenticator_code', { maxLength: 60 }, readFactorCode)

/** The answer of a browser about a passkey, which the island sends. The API reads it. */
export const passkeyCredential = typedText('credential')
  .min(passkeyCredentialLength.min, 'field.credential.missing')
  .max(passkeyCredentialLength.max, 'field.credential.missing')

/** The name of a passkey. */
export const passkeyName = readable('passkey_name', { maxLength: passkeyLabelMaxLength }, (plain) =>
  contractPasskeyLabel.safeParse(plain).success ? { value: plain } : { refused: 'field.control_character' },
)

/** A form that takes a code and nothing else. */
export const codeAlone = z.object({ code })

/** The code from an SMS, in a form that asks for one from an email too. */
export const smsCode = sixDigits('sms_code')

/** The code from an email, in a form that asks for one from an SMS too. */
export const emailCode = sixDigits('email_code')

/** The form as it is posted: the number as typed, the chosen region and the other fields. */
type WithMobile<Others extends z.ZodRawShape> = z.ZodType<
  { mobile: string } & { [Name in keyof Others]: z.output<Others[Name]> },
  { mobile: string; region: string } & { [Name in keyof Others]: z.input<Others[Name]> }
>

/**
 * The schema of a form with a mobile. The number and the region beside it are checked together and become one `mobile`
 * in E.164 form.
 * @param others the form's other fields
 */
export const withMobile = <Others extends z.ZodRawShape>(others: Others): WithMobile<Others> => {
  const together = z.object({ mobile: mobileInRegion, ...others })
  const pair = (form: unknown) => {
    const { mobile, region, ...rest } = form as Record<string, unknown>
    return { ...rest, mobile: { typed: mobile, region } }
  }
  return z.preprocess(pair, together) as unknown as WithMobile<Others>
}

const mobileInRegion = z.transform((input: { typed: unknown; region: unknown }, context) => {
  const reading = readMobile(input)
  if ('value' in reading) return reading.value
  context.issues.push({ code: 'custom', message: reading.refused, input })
  return z.NEVER
})

/** A picture as a file. Its name and the type that the browser gives it are not read. */
export const picture = fileOf(
  z
    .custom<Blob>((file) => isFile(file) && file.size > 0, 'pictureRefusal.missing')
    .refine((file) => file.size <= pictureMaxBytes, 'pictureRefusal.too_large'),
  { tooLarge: 'pictureRefusal.too_large' },
)

// The class does not tell: remix-serve replaces Node's with an older one.
const isFile = (value: unknown): value is Blob => typeof value === 'object' && value !== null && 'arrayBuffer' in value

/** A tick box. */
export const tick = z.literal('1').optional()
