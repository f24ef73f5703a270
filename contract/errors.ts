import { z } from 'zod'
import { notOpenErrors } from './accounts/not-open-errors'
import { termsErrors } from './accounts/terms-errors'
import { recoveryEmailErrors } from './addresses/recovery-email-errors'
import { appErrors } from './applications/errors/app-errors'
import { openClientErrors } from './applications/errors/open-client-errors'
import { openDeviceErrors } from './applications/errors/open-device-errors'
import { openErrors } from './applications/errors/open-errors'
import { openQrErrors } from './applications/errors/open-qr-errors'
import { serviceErrors } from './applications/errors/service-errors'
import { shareErrors } from './applications/errors/share-errors'
import { siteErrors } from './applications/errors/site-errors'
import { deskErrors } from './operator/access/desk-errors'
import { invitationErrors } from './organisations/errors/invitation-errors'
import { joinRequestErrors } from './organisations/errors/join-request-errors'
import { mailDomainErrors } from './organisations/errors/mail-domain-errors'
import { organisationErrors } from './organisations/errors/organisation-errors'
import { registrationErrors } from './organisations/errors/registration-errors'
import { roleErrors } from './organisations/errors/role-errors'
import { transferErrors } from './organisations/errors/transfer-errors'
import { qrErrors } from './sign-in/qr-errors'
import { rememberedErrors } from './sign-in/remembered-errors'
import { thirdPartyErrors } from './sign-in/third-party-errors'
import { shownNameRefusals } from './terms/shown-names'
import { authenticatorErrors } from './verification/authenticator-errors'
import { decision } from './verification/captchas'
import { passkeyErrors } from './verification/passkey-errors'
import { signatureRefusals } from './wire/signing'

const seconds = z.number().int().nonnegative()
const noData = z.object({})

/** The ways of a second verification. */
export const secondWays = ['mobile', 'email', 'password', 'authenticator', 'passkey'] as const
/** The ways that are proven by what a person types. A passkey is proven by their browser. */
export const typedWays = ['mobile', 'email', 'password', 'authenticator'] as const
/** The ways that an account has, each with its masked address. */
export const ways = z.array(z.object({ way: z.enum(secondWays), masked: z.string() }))
/** The third-party identities at whose providers a person can prove themselves, where an account has no way of its own. */
export const provingPlatforms = z.array(z.object({ platform: z.string(), name: z.string() })).optional()

/** The input field of a code. */
const codeField = z.enum(['code', 'email_code', 'authenticator_code'])

/** The kinds of what an account can have once. */
const boundKind = z.enum(['mobile', 'email', 'platform', 'authenticator', 'recovery_email'])

/** Reasons to refuse a new password; the web app has a text for each. */
export const passwordRefusals = ['too_short', 'too_long', 'common', 'breached', 'own_identifier', 'same'] as const

/** Reasons to refuse a username; the web app has a text for each. `looks_taken`: it looks like another's name. */
export const usernameRefusals = [
  'too_short',
  'too_long',
  'characters',
  'mixed_scripts',
  'looks_like_address',
  'taken',
  'looks_taken',
] as const

/** Reasons to refuse an uploaded picture; the web app has a text for each. */
export const pictureRefusals = ['missing', 'type', 'too_large', 'too_many_pixels', 'too_costly', 'damaged'] as const

/** Reasons why an account cannot be cancelled. */
export const cancellationBlockers = ['last_manager'] as const

/**
 * Reasons to refuse an input field; the web app has a text for each. `same`: the account has this value already.
 * `not_offered`: nothing is sent to addresses of this kind here. `contradicts`: another field says otherwise.
 */
export const fieldRefusals = [
  'missing',
  'invalid',
  'unsupported',
  'not_offered',
  'same',
  'contradicts',
  ...shownNameRefusals,
] as const

/**
 * The catalogue of all failures of the account API: number on the wire, HTTP status and data. The name is also the key
 * of the text (`error.<name>` in both languages). The specification fixes one number only, 2046 (second verification).
 */
export const errors = {
  internal: { number: 1000, status: 500, data: noData },
  invalid_input: {
    number: 1001,
    status: 400,
    data: z.object({ fields: z.array(z.object({ field: z.string(), reason: z.enum(fieldRefusals) })) }),
  },
  not_signed_in: { number: 1002, status: 401, data: noData },
  form_token_refused: { number: 1003, status: 403, data: noData },
  signature_refused: {
    number: 1004,
    status: 401,
    data: z.object({ reason: z.enum(signatureRefusals).optional() }),
  },
  too_many_requests: { number: 1005, status: 429, data: z.object({ retry_after: seconds }) },
  too_large: { number: 1006, status: 413, data: noData },
  no_such_call: { number: 1007, status: 404, data: noData },
  /** Too much was asked at once. The call was not begun, and may be made again after `retry_after`. */
  busy: { number: 1008, status: 503, data: z.object({ retry_after: seconds }) },
  already_registered: {
    number: 1101,
    status: 409,
    /** After a code has proven the address, `ticket` signs in to the account that it is bound to. */
    data: z.object({ field: z.enum(['mobile', 'email']), ticket: z.string().optional() }),
  },
  not_registered: { number: 1102, status: 404, data: z.object({ ticket: z.string() }) },
  /** The account has one of this kind already. It can be rebound, not bound. */
  already_bound: { number: 1103, status: 409, data: z.object({ field: boundKind }) },
  /** Nothing of this kind is bound. */
  nothing_bound: { number: 1104, status: 404, data: z.object({ field: boundKind }) },
  /** It is bound to another account. After a code has proven the address, `ticket` lets switchBind take it over. */
  held_by_other: {
    number: 1105,
    status: 409,
    data: z.object({ field: z.enum(['mobile', 'email', 'platform']), ticket: z.string().optional() }),
  },
  /** It is the last sign-in method of this account, or of the other account that it is bound to. */
  last_way: { number: 1106, status: 409, data: z.object({ of: z.enum(['own', 'other']) }) },
  /**
   * It is the last address of the account, so no code and no reset will reach it any more. The call is made again with
   * without_address=1, once the person knows the username.
   */
  last_address: { number: 1112, status: 409, data: z.object({ username: z.string() }) },
  /**
   * The code was right, but nobody has used the account for 180 days, and numbers change hands. The ticket with one of
   * the ways signs in (confirmSignIn).
   */
  confirmation_required: { number: 1121, status: 403, data: z.object({ ticket: z.string(), ways }) },
  /** Nobody has used the account for 180 days. Its email resets the password, not its number. */
  other_address_required: { number: 1122, status: 403, data: z.object({ email: z.string() }) },
  username_refused: { number: 1108, status: 400, data: z.object({ reason: z.enum(usernameRefusals) }) },
  changed_too_often: {
    number: 1109,
    status: 429,
    data: z.object({ field: z.string(), retry_after: seconds }),
  },
  /** The account was secured after a change that was not its person's. Its sign-in methods are guarded for a while. */
  guarded: { number: 1111, status: 409, data: z.object({ retry_after: seconds }) },
  no_such_session: { number: 1110, status: 404, data: noData },
  /**
   * `field` names the input with the wrong password; it is missing after a sign-in. `country_code`: of the number that was
   * read where one was typed without it, such as `+44`.
   */
  wrong_credentials: {
    number: 1201,
    status: 400,
    data: z.object({
      field: z.enum(['current_password', 'password']).optional(),
      country_code: z.string().optional(),
    }),
  },
  password_locked: { number: 1202, status: 429, data: z.object({ retry_after: seconds }) },
  password_refused: { number: 1203, status: 400, data: z.object({ reason: z.enum(passwordRefusals) }) },
  /** A password is set already. It can be changed, not set. */
  password_is_set: { number: 1204, status: 409, data: noData },
  code_wrong: {
    number: 1301,
    status: 400,
    data: z.object({ field: codeField, tries_left: z.number().int().nonnegative() }),
  },
  code_expired: { number: 1302, status: 400, data: z.object({ field: codeField }) },
  code_used: { number: 1303, status: 400, data: z.object({ field: codeField }) },
  /** The code has no tries left. `retry_after`: until another one can be sent, or a code of the authenticator typed. */
  code_locked: { number: 1304, status: 429, data: z.object({ field: codeField, retry_after: seconds }) },
  /** There were too many guesses at the codes of this address. Codes of a browser that the account knows still work. */
  too_many_wrong_codes: {
    number: 1305,
    status: 429,
    data: z.object({ field: codeField, retry_after: seconds }),
  },
  /** A key names the code that this browser was sent before, if it was. */
  resend_too_soon: {
    number: 1311,
    status: 429,
    data: z.object({
      retry_after: seconds,
      sms_code_key: z.string().optional(),
      email_code_key: z.string().optional(),
    }),
  },
  code_limit_reached: { number: 1312, status: 429, data: z.object({ retry_after: seconds }) },
  /** The message with the code was refused for good, so nobody has the code. */
  undeliverable: { number: 1313, status: 400, data: z.object({ field: z.enum(['mobile', 'email']) }) },
  ticket_refused: { number: 1401, status: 400, data: noData },
  /** The decision opens a captcha. The call is made again with the ticket of the solved captcha. */
  captcha_required: { number: 1502, status: 403, data: z.object({ decision }) },
  captcha_wrong: { number: 1503, status: 400, data: z.object({ tries_left: z.number().int().nonnegative() }) },
  captcha_over: { number: 1504, status: 400, data: noData },
  /**
   * The last proof is too old, or a second factor is lacking; one of the ways gives it. With `wait_hours` the call may
   * be made with wait=1 instead, and takes effect after so many hours. Without a way, a visit to one of the platforms
   * proves the person (verifySecondByPlatform). An upstream that names no ways expects the slider
   * with the sms_code_key. The specification fixes the number (section 8).
   */
  second_verification_required: {
    number: 2046,
    status: 403,
    data: z.object({
      sms_code_key: z.string(),
      ways: ways.default([]),
      platforms: provingPlatforms,
      wait_hours: z.number().int().optional(),
      /** The person has just proven something, which is not enough: another way is lacking. */
      lacks_another: z.boolean().optional(),
      /** An organisation asks for the second factor, which is a passkey. A new authenticator app would do as well. */
      asks_factor: z.boolean().optional(),
    }),
  },
  picture_refused: { number: 1601, status: 400, data: z.object({ reason: z.enum(pictureRefusals) }) },
  no_such_picture: { number: 1602, status: 404, data: noData },
  cancellation_blocked: {
    number: 1701,
    status: 409,
    data: z.object({ blockers: z.array(z.enum(cancellationBlockers)) }),
  },
  ...notOpenErrors,
  ...termsErrors,
  ...registrationErrors,
  ...organisationErrors,
  ...invitationErrors,
  ...roleErrors,
  ...mailDomainErrors,
  ...transferErrors,
  ...joinRequestErrors,
  ...qrErrors,
  ...authenticatorErrors,
  ...passkeyErrors,
  ...recoveryEmailErrors,
  ...serviceErrors,
  ...siteErrors,
  ...deskErrors,
  ...rememberedErrors,
  ...appErrors,
  ...shareErrors,
  ...openErrors,
  ...thirdPartyErrors,
  ...openQrErrors,
  ...openClientErrors,
  ...openDeviceErrors,
} as const satisfies Record<string, { number: number; status: number; data: z.ZodObject }>

/** The failures of every call that checks a code. */
export const codeErrors = ['code_wrong', 'code_expired', 'code_used', 'code_locked', 'too_many_wrong_codes'] as const

/**
 * The failures of every call that registers proven addresses. already_registered comes only after a right code: before
 * that, a bound address is answered like a free one.
 */
export const registerErrors = [...codeErrors, 'already_registered', 'password_refused'] as const

/** The failures of every call that may create an account, as the operator's policy has it. */
export const admissionErrors = ['registration_closed', 'invitation_required'] as const

/** Those of a registration where a value_ticket may take the place of a code. */
export const newAddressErrors = [...registerErrors, ...admissionErrors, 'ticket_refused'] as const

export type ErrorName = keyof typeof errors
export type ErrorData<Name extends ErrorName> = z.output<(typeof errors)[Name]['data']>

const nameOfNumber = new Map<number, ErrorName>(
  Object.entries(errors).map(([name, error]) => [error.number, name as ErrorName]),
)

/** The name of a number in the catalogue; undefined for any other number. */
export const errorName = (number: number): ErrorName | undefined => nameOfNumber.get(number)
