import { z } from 'zod'
import { deviceNameMaxLength } from '#contract/terms/device-name'
import { newPasswordLength, pictureMaxBytes } from '#contract/terms/fields'
import { personName as contractName, personNameMaxLength } from '#contract/terms/person-name'
import { passkeyCredentialLength, passkeyLabelMaxLength } from '#contract/verification/passkey-fields'
import { readCode, readFactorCode } from '#rules/typed/code'
import { readEmail } from '#rules/typed/email'
import { readMobile } from '#rules/typed/number'
import { plainText, refused, spelt, withoutWidth } from '#rules/typed/text'
import { numbersInTexts } from '~/i18n/numbers'
import { fileOf } from './reading/file-fields'
import { readable, settled, typedText } from './values/typed-text'

/** An identifier as typed. The account API decides whether it is a mobile, an email or a username. */
export const account = readable('account', { maxLength: 254, hasLines: true })

/** A new username. The API has the rules for it. */
export const username = readable('username', { maxLength: 64 })

const nameOf = (field: string) =>
  readable(field, { maxLength: personNameMaxLength, plain: spelt }, (plain) =>
    contractName.safeParse(plain).success ? { ok: true, value: plain } : refused('invalid'),
  )

const orNone = (name: ReturnType<typeof nameOf>) =>
  z.preprocess((typed) => (typeof typed === 'string' && plainText(typed) === '' ? undefined : typed), name.optional())

/** The name of a person in an organisation, for others. */
export const personName = nameOf('deputy_name')

/** The name of the person who types it. The label and the errors are in the first person. */
export const ownPersonName = nameOf('own_name')

/** A name that may be left empty. */
export const ownPersonNameOrNone = orNone(ownPersonName)

/** The name that a person gives to something that they own. Only they read it. */
const ownLabel = (field: string, maxLength: number) => readable(field, { maxLength, plain: spelt })

/** The name of a device, which may be left empty. */
export const deviceNameOrNone = orNone(ownLabel('deputy_name', deviceNameMaxLength))

/** An email address in the form of the contract. */
export const email = readable('email', { maxLength: 254 }, readEmail)

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

const lengthOf = (typed: string): number => [...withoutWidth(typed)].length

const sixDigits = (name: string) => readable(name, { maxLength: 200, hasLines: true, texts: 'code' }, readCode)

/** A code from an SMS, or from an email if that is the only one. Spaces between its digits are dropped. */
export const code = sixDigits('code')

/** A code of an authenticator app, or a recovery code. */
export const authenticatorCode = readable('authenticator_code', { maxLength: 60, hasLines: true }, readFactorCode)

/** The answer of a browser about a passkey, which the island sends. The API reads it. */
export const passkeyCredential = typedText('credential')
  .min(passkeyCredentialLength.min, 'field.credential.missing')
  .max(passkeyCredentialLength.max, 'field.credential.missing')

export const passkeyName = ownLabel('passkey_name', passkeyLabelMaxLength)

/** A form that only takes a code. */
export const codeAlone = z.object({ code })

/** The code from an SMS, in a form that also takes one from an email. */
export const smsCode = sixDigits('sms_code')

/** The code from an email, in a form that also takes one from an SMS. */
export const emailCode = sixDigits('email_code')

/** The form as it is posted: the number as typed, the chosen region and the other fields. */
type WithMobile<Others extends z.ZodRawShape> = z.ZodType<
  { mobile: string } & { [Name in keyof Others]: z.output<Others[Name]> },
  { mobile: string; region: string } & { [Name in keyof Others]: z.input<Others[Name]> }
>

/**
 * The schema of a form with a mobile. The number and the region next to it are checked together and become one `mobile`
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

const mobileInRegion = z.transform(({ typed = '', region }: { typed?: unknown; region?: unknown }, context) => {
  const isText = typeof typed === 'string' && (region === undefined || typeof region === 'string')
  return isText ? settled(readMobile({ typed, region }), 'mobile', context) : settled(refused('not_text'), '', context)
})

/** A picture as a file. Its name and its declared type are not read. */
export const picture = fileOf(
  z
    .custom<Blob>((file) => isFile(file) && file.size > 0, 'pictureRefusal.missing')
    .refine((file) => file.size <= pictureMaxBytes, 'pictureRefusal.too_large'),
  { tooLarge: 'pictureRefusal.too_large' },
)

// The class cannot be checked, because remix-serve replaces Node's with an older one.
const isFile = (value: unknown): value is Blob => typeof value === 'object' && value !== null && 'arrayBuffer' in value

export const tick = z.literal('1').optional()
