import { z } from 'zod'
import { activityKinds } from './activity'
import { acts } from './acts'
import { aliasOf } from './aliases'
import { fitted } from './fitted'
import { mailboxPattern } from './mailbox'
import { newAddress } from './new-addresses'
import { emailPurpose, mobilePurpose } from './purposes'
import { sensitive } from './sensitive'

export { type AddressKind, addressKinds } from './new-addresses'

const purposeNumber = (numbers: Record<string, number>) =>
  sensitive(
    // An obfuscated number arrives as text.
    z.coerce
      .number()
      .int()
      .refine((number) => Object.values(numbers).includes(number))
      .meta({ enum: [...new Set(Object.values(numbers))] }),
  )

/**
 * Fields of answers that the specification does not name. The bundled account API has them all. Another one may omit
 * each: then it has a plain default, and pages do without it.
 */
export const text = z.string().default('')
export const no = z.boolean().default(false)
export const yes = z.boolean().default(true)
export const count = z.number().int().default(0)
/** A time. Empty: unknown. A value in another format counts as unknown. */
export const time = z.iso.datetime().catch('').default('')
/** A time, or null for none. */
export const moment = z.iso.datetime().nullable().catch(null).default(null)
export const day = z.iso.date().nullable().catch(null).default(null)
export const shownAddress = z.string().nullable().default(null)

/** A known word, or one that only another account API has, which pages show unchanged. */
export const word = (words: readonly string[]) => z.enum(words).or(z.string())

/** A list in which entries of unknown kinds are ignored. */
export const known = <Entry extends z.ZodType>(entry: Entry) =>
  z
    // The schema in a document, which asks for the value without an entry.
    .array(entry.nullable().catch((context) => entry.safeParse(fitted(entry, context?.input)).data ?? null))
    .transform((entries) => entries.filter((each): each is NonNullable<typeof each> => each !== null))

/** A 0/1 switch, off by default (spec section 3, "Flags on calls"). */
export const flag = z.coerce.number().int().min(0).max(1).default(0)

/** 1: another account's session, with which the call came, continues. By default it ends. */
export const affMultiLogin = { aff_multi_login: flag }

/** 1: a successful sign-in to a cancelled account returns a ticket that restores it. */
export const needFrozenUser = { need_frozen_user: flag }

/** Identifiers of accounts. The policy of a deployment may disable some. */
export const identifierKinds = ['username', 'mobile', 'email'] as const
export type KindOfIdentifier = (typeof identifierKinds)[number]

/** A mobile number in E.164 form, with its plus sign. */
export const mobile = sensitive(z.string().regex(/^\+[1-9]\d{6,14}$/))

/** A mailbox in lower case, at most 254 octets (RFC 5321, section 4.5.3.1.3), with an ASCII domain. */
export const email = sensitive(z.email({ pattern: mailboxPattern }).max(254).lowercase())

/** An address that the account does not have yet. */
export const newMobile = newAddress('mobile', mobile)
export const newEmail = newAddress('email', email)

/** A code: six digits. */
export const code = sensitive(z.string().regex(/^\d{6}$/))

/** Identifies a sent code, for the call that checks it. Missing: the newest code of the address. */
const codeKey = sensitive(z.string().min(1).max(128)).optional()
export const smsCodeKey = { sms_code_key: codeKey }
export const emailCodeKey = { email_code_key: codeKey }

/** A code of an authenticator app, or a recovery code, as typed: with or without hyphens and spaces. */
export const factorCode = sensitive(z.string().min(6).max(64))

/** The code of a mobile, which has two names (spec section 3), with its key. */
export const smsCode = { sms_code: aliasOf('code', code), ...smsCodeKey }

/** In a call whose code belongs to a mobile only if no email is given. */
export const smsCodeWithoutEmail = { sms_code: aliasOf('code', code, ({ email }) => email === undefined) }

/** In a call whose `way` names the kind of code. Default: a mobile's. */
export const smsCodeByWay = { sms_code: aliasOf('code', code, ({ way = 'mobile' }) => way === 'mobile') }

/** Who gets an account: anyone; people whom an organisation has invited; nobody. */
export const registrations = ['open', 'invited', 'closed'] as const
export type Registrations = (typeof registrations)[number]

export const termsVersionName = z.string().regex(/^[\w.-]{1,32}$/)

/** The version of the operator's terms that a person agreed to by creating the account. */
export const termsVersion = { terms_version: termsVersionName.optional() }

/** A password as typed. The API applies its rules one by one, so each has its own failure. */
export const password = sensitive(z.string().min(1).max(1024))

/**
 * The length of a new password, in characters after NFKC. The policy of a deployment may require more than the minimum.
 */
export const newPasswordLength = { min: 8, max: 128 } as const

/**
 * The numbers of the policy that appear in texts: the minimum length of a new password, for how many minutes a code
 * works and a proof is fresh, and for how many days a cancelled account can be restored.
 */
export const numbersInTexts = z.object({
  password_length: z.int(),
  code_minutes: z.int().optional(),
  proof_minutes: z.int().optional(),
  restore_days: z.int().optional(),
})

/**
 * The second factor that the deployment requires of a person, if the account lacks it or the session has not proven it:
 * by when. After that, calls are refused with factor_due. Null: nothing is required.
 */
export const secondFactorAsked = z
  .object({ due_at: z.iso.datetime(), has_passkey: z.boolean() })
  .nullable()
  .default(null)

/** An identifier as typed: a mobile, an email or a username. */
export const account = sensitive(z.string().min(1).max(254))

/**
 * The region of a number without a country code (ISO 3166-1 alpha-2). Default: the deployment's, which is also tried
 * second.
 */
export const numberRegion = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional()

export const username = sensitive(z.string().min(1).max(64))

/** A day of the calendar as YYYY-MM-DD, or empty. */
export const birthday = sensitive(z.union([z.iso.date(), z.literal('')]))

export const messageLanguage = z.enum(['zh-Hans', 'en'])

/** Names that Intl accepted: each check takes 0.1 ms. Bounded, because requests choose the names. */
const acceptedTimeZones = new Set<string>()
const maxAccepted = 1000

const isTimeZone = (name: string): boolean => {
  if (acceptedTimeZones.has(name)) return true
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  if (acceptedTimeZones.size >= maxAccepted) acceptedTimeZones.clear()
  acceptedTimeZones.add(name)
  return true
}

/** The IANA name of a time zone, as `Asia/Shanghai`. Abbreviations are refused: `CST` is ambiguous. */
export const timeZoneName = z
  .string()
  .max(64, { abort: true })
  .regex(/^(UTC|[A-Z][\w+-]*(\/[A-Z][\w+-]*)+)$/, { abort: true })
  .refine(isTimeZone)

/** A time zone, or empty for the default by region and language. */
export const timeZone = z.union([timeZoneName, z.literal('')])

/** The time zone in force for the account. Null if the API does not know it, or its name is unknown here. */
export const timeZoneInForce = timeZoneName.nullable().catch(null).default(null)

/**
 * A ticket, or a key that is used like one (profile_key, sms_code_key, decision). Another account API has its own
 * format.
 */
export const ticket = sensitive(z.string().min(1).max(512))

/** A ticket in the format of the bundled account API, in a link that only it sends. */
export const ownTicket = z.string().min(16).max(128)

/** A proof of the signed-in person, under either name (spec section 7, Codes). */
export const eitherTicket = { ticket: ticket.optional(), verify_ticket: ticket.optional() }

/** Replaces the code of a new address that was validated in the same session or browser (spec section 3). */
export const valueTicket = { value_ticket: ticket.optional() }

export const mobileType = purposeNumber(mobilePurpose)
export const emailType = purposeNumber(emailPurpose)

/** The id of an application, as in its signatures. */
export const aid = z.string().regex(/^[\w.-]{1,64}$/)

export const act = z.enum(acts)

/** The key of a picture. Other bytes never get the same key. */
export const pictureKey = z.string().regex(/^[\w-]{1,64}$/)

/** The key in an answer. Null: none, or it has another format. */
export const knownPicture = pictureKey.nullable().catch(null).default(null)

/** The key as a text. Empty: no picture. */
export const pictureIfAny = pictureKey.catch('').default('')

/** The maximum size of an uploaded picture. */
export const pictureMaxBytes = 5 * 1024 * 1024

/** The bytes of a file. */
export const bytes = z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }) as z.ZodType<Uint8Array>

/** The output of a row that returns bytes: a file of one of these types, none of which can contain a script. */
export const file = <const Types extends readonly [string, ...string[]]>(...types: Types) =>
  z.object({ media_type: z.enum(types), bytes })
export type FileAnswer = z.output<ReturnType<typeof file>>

/**
 * The output of every sign-in. The session itself is a cookie. With `authenticator_ticket` no session exists yet: the
 * account requires its authenticator, and completeSignIn accepts the ticket with a code of it.
 */
export const session = z.object({
  user_id: text,
  is_new_user: no,
  expires_at: time,
  authenticator_ticket: z.string().optional(),
})

/** The output of every call that sends a code. `retry_after` is in seconds. */
export const sent = z.object({ retry_after: z.number().int().default(60) })

/** A masked address, such as `+86 138****0000` or `a***@example.com`. Empty: the account API does not repeat it. */
export const masked = z.string().default('')

/** The number of a page, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(1000)

/** The maximum number of lines on a page of a batch report. A file consists of such pages. */
export const longestReportPage = 1000

/** The number of entries on a page of a list. */
export const pageSize = z.coerce.number().int().min(1).max(100).default(10)

/** The position of an entry in a list of an organisation. It is opaque to the client. */
export const listKey = z.string().regex(/^[0-9a-f]{32}$/)

/** The maximum depth of a page that is found by its number, in entries. Deeper pages are found by a key. */
const deepest = 10_000

/** The input of a list whose pages are found by the key of the entry before them, or by a number. */
export const listPage = { page: pageNumber, page_size: pageSize, after: listKey.optional() }

/** True when a page is found without skipping too many entries. */
export const isWithinReach = ({
  page,
  page_size,
  after,
}: {
  page: number
  page_size: number
  after?: string | undefined
}): boolean => after !== undefined || page * page_size <= deepest

/** The kinds of losses with an account; the web app has a text for each. */
export const lossKinds = [
  'username',
  'mobile',
  'email',
  'password',
  'platform',
  'birthday',
  'picture',
  'organisation',
  'more_organisations',
  'application',
  'more_applications',
] as const

/** The position of an entry in the list of activity. It is opaque to the client. */
export const activityKey = z.string().regex(/^\d{1,15}\.[\w-]{1,64}$/)

/** A sign-in method: `mobile`, `email`, or the name of a third-party platform. */
export const platform = z.string().min(1).max(32)

/** The names of a browser and its system, safe to show; empty if unknown. */
export const client = z.object({ browser: text, system: text })

export const activityEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum(activityKinds),
  /** The detail that distinguishes the entry from others of its kind (`activityDetails`). May be empty. */
  detail: z.string(),
  client,
  address: z.string(),
})
