import { z } from 'zod'
import { emailPurpose, mobilePurpose } from './purposes'

const purposeNumber = (numbers: Record<string, number>) =>
  // Sensitive numbers travel obfuscated, so they arrive as text.
  z.coerce
    .number()
    .int()
    .refine((number) => Object.values(numbers).includes(number))
    .meta({ enum: [...new Set(Object.values(numbers))] })

/** A 0/1 switch, off by default (spec section 3, "Flags on calls"). */
export const flag = z.coerce.number().int().min(0).max(1).default(0)

/** A mobile number in E.164 form, with its plus sign. */
export const mobile = z.string().regex(/^\+[1-9]\d{6,14}$/)

/** A mailbox in lower case, at most 254 octets (RFC 5321, section 4.5.3.1.3), with an ASCII domain. */
export const email = z.email().max(254).lowercase()

/** A one-time code as it was sent: six digits. */
export const code = z.string().regex(/^\d{6}$/)

/** A password as it was typed. Its rules are the API's, so that they can be explained one by one. */
export const password = z.string().min(1).max(1024)

/** The length of a new password, in characters after NFKC. Told by the form, judged by the API. */
export const newPasswordLength = { min: 8, max: 128 } as const

/** What a person signs in with: a mobile, an email or a username, as typed. */
export const account = z.string().min(1).max(254)

export const username = z.string().min(1).max(64)
export const ticket = z.string().min(16).max(128)
export const mobileType = purposeNumber(mobilePurpose)
export const emailType = purposeNumber(emailPurpose)

/** What every sign-in answers; the session itself travels as a cookie. */
export const session = z.object({ user_id: z.string(), is_new_user: z.boolean(), expires_at: z.iso.datetime() })

/** What every code that was sent answers. `retry_after` is in seconds. */
export const sent = z.object({ retry_after: z.number().int() })

/** An address that hides its middle, as `+86 138****0000` or `a***@example.com`. */
export const masked = z.string()
