import { z } from 'zod'
import { known, text } from '#contract/terms/fields'
import { decision } from './captchas'

const seconds = z.number().int().nonnegative()
const noData = z.object({})

/** The ways of a second verification. */
export const secondWays = ['mobile', 'email', 'password', 'authenticator', 'passkey'] as const
/** The ways that a person proves by typing. A passkey is proven by the browser. */
export const typedWays = ['mobile', 'email', 'password', 'authenticator'] as const
/** The ways that an account has, each with its masked address. */
export const ways = known(z.object({ way: z.enum(secondWays), masked: text }))
/** The third-party identities whose providers can prove a person, if the account has no other factor. */
export const provingPlatforms = z.array(z.object({ platform: z.string(), name: text })).optional()

const codeField = z.enum(['code', 'email_code', 'authenticator_code'])

/** Reasons to refuse a new password; the web app has a text for each. */
export const passwordRefusals = ['too_short', 'too_long', 'common', 'breached', 'own_identifier', 'same'] as const

/** The failures of what a person proves: passwords, codes, tickets, captchas, and second verifications. */
export const proofErrors = {
  /**
   * `field` names the input with the wrong password; it is missing after a sign-in. `country_code`: the country code
   * that was added to a number typed without one, such as `+44`.
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
  /** A password is already set. It can be changed, not set. */
  password_is_set: { number: 1204, status: 409, data: noData },
  code_wrong: {
    number: 1301,
    status: 400,
    data: z.object({
      field: codeField,
      tries_left: z.number().int().nonnegative(),
      /** True for the code of another request of the same browser for this address. */
      is_earlier: z.boolean().optional(),
    }),
  },
  code_expired: { number: 1302, status: 400, data: z.object({ field: codeField }) },
  code_used: { number: 1303, status: 400, data: z.object({ field: codeField }) },
  /**
   * The code has no attempts left. `retry_after`: until another one can be sent, or a code of the authenticator typed.
   */
  code_locked: { number: 1304, status: 429, data: z.object({ field: codeField, retry_after: seconds }) },
  /** There were too many guesses at the codes of this address. Codes of a browser that the account knows still work. */
  too_many_wrong_codes: {
    number: 1305,
    status: 429,
    data: z.object({ field: codeField, retry_after: seconds }),
  },
  /** A key identifies the code that this browser got before, if it did. */
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
  /** The message with the code was refused permanently, so nobody has the code. */
  undeliverable: { number: 1313, status: 400, data: z.object({ field: z.enum(['mobile', 'email']) }) },
  ticket_refused: { number: 1401, status: 400, data: noData },
  /** The decision opens a captcha. Repeat the call with the ticket of the solved captcha. */
  captcha_required: { number: 1502, status: 403, data: z.object({ decision }) },
  captcha_wrong: { number: 1503, status: 400, data: z.object({ tries_left: z.number().int().nonnegative() }) },
  captcha_over: { number: 1504, status: 400, data: noData },
  /**
   * The last proof is too old, or a second factor is missing; one of the ways provides it. With `wait_hours` the call
   * may be made with wait=1 instead, and takes effect after this many hours. Without a way, a visit to one of the
   * platforms proves the person (verifySecondByPlatform). An account API that returns no ways expects the slider with
   * the sms_code_key. The specification fixes the number (section 8).
   */
  second_verification_required: {
    number: 2046,
    status: 403,
    data: z.object({
      sms_code_key: text,
      ways: ways.default([]),
      platforms: provingPlatforms,
      wait_hours: z.number().int().optional(),
      /** The person has just proven something that is not enough: another way is missing. */
      lacks_another: z.boolean().optional(),
      /**
       * An organisation requires the second factor, which is a passkey. A new authenticator app would also be accepted.
       */
      asks_factor: z.boolean().optional(),
    }),
  },
} as const
