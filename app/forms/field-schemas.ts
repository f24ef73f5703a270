import { z } from 'zod'
import { email as contractEmail, newPasswordLength, pictureMaxBytes } from '../../contract/fields'
import { asMailbox } from '../../contract/mailbox'
import { fileOf } from './file-fields'
import { readMobile } from './mobile-number'
import { readable, typedText } from './typed-text'

/** What a person signs in with, as typed: the API tells whether it is a mobile, an email or a username. */
export const account = readable('account', { maxLength: 254 }, (plain) => ({ value: plain }))

/** A name that a person wants to have; its rules are the API's. */
export const username = readable('username', { maxLength: 64 }, (plain) => ({ value: plain }))

/** A mailbox in the form of the contract. */
export const email = readable('email', { maxLength: 254 }, (plain) => {
  const mailbox = contractEmail.safeParse(asMailbox(plain))
  return mailbox.success ? { value: mailbox.data } : { refused: 'field.email.invalid' }
})

/** A password that exists already: exactly as typed, spaces and all. */
export const password = typedText('password').max(1024, 'field.password.too_long')

/** The password that is to become another. */
export const currentPassword = typedText('current_password').max(1024, 'field.password.too_long')

/** A password to be: the length is told at once, everything else is the API's to judge. */
export const newPassword = typedText('password')
  .refine((typed) => lengthOf(typed) >= newPasswordLength.min, 'passwordRefusal.too_short')
  .refine((typed) => lengthOf(typed) <= newPasswordLength.max, 'passwordRefusal.too_long')

const lengthOf = (typed: string): number => [...typed.normalize('NFKC')].length

const sixDigits = (name: string) =>
  readable(name, { maxLength: 40 }, (plain) => {
    const digits = plain.replace(/[\s\p{Pd}]/gu, '')
    if (/^\d{6}$/.test(digits)) return { value: digits }
    return { refused: /^\d+$/.test(digits) ? 'field.code.six_digits' : 'field.code.letters' }
  })

/** A one-time code from an SMS or, where it is the only one, from a mail. Spaces between its digits do not matter. */
export const code = sixDigits('code')

/** The code from the mail, where one from an SMS is asked for beside it. */
export const emailCode = sixDigits('email_code')

/** The form as it is sent: the number as typed, the region chosen, and the others. */
type WithMobile<Others extends z.ZodRawShape> = z.ZodType<
  { mobile: string } & { [Name in keyof Others]: z.output<Others[Name]> },
  { mobile: string; region: string } & { [Name in keyof Others]: z.input<Others[Name]> }
>

/**
 * The schema of a form with a mobile: the number and the region beside it are judged together, into one `mobile` in
 * E.164 form.
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

// Not by its class: remix-serve puts an older one in the place of Node's.
const isFile = (value: unknown): value is Blob => typeof value === 'object' && value !== null && 'arrayBuffer' in value
