import { z } from 'zod'
import { ways } from '#contract/verification/proof-errors'

const seconds = z.number().int().nonnegative()
const noData = z.object({})

/** The kinds of sign-in method that an account has at most once. */
const boundKind = z.enum(['mobile', 'email', 'platform', 'authenticator', 'recovery_email'])

/**
 * Reasons to refuse a username; the web app has a text for each. `looks_taken`: it looks like another's name.
 * `not_offered`: the operator's policy does not allow usernames.
 */
export const usernameRefusals = [
  'too_short',
  'too_long',
  'characters',
  'mixed_scripts',
  'looks_like_address',
  'taken',
  'looks_taken',
  'not_offered',
] as const

/** Reasons to refuse an uploaded picture; the web app has a text for each. */
export const pictureRefusals = ['missing', 'type', 'too_large', 'too_many_pixels', 'too_costly', 'damaged'] as const

/** Reasons why an account cannot be cancelled. */
export const cancellationBlockers = ['last_manager'] as const

/** The failures of accounts: their addresses, names, sessions, pictures and their end. */
export const accountErrors = {
  already_registered: {
    number: 1101,
    status: 409,
    /** After a code has proven the address, `ticket` signs in to the account that has it. */
    data: z.object({ field: z.enum(['mobile', 'email']), ticket: z.string().optional() }),
  },
  not_registered: { number: 1102, status: 404, data: z.object({ ticket: z.string() }) },
  /** The account already has a method of this kind, which can be rebound but not bound. */
  already_bound: { number: 1103, status: 409, data: z.object({ field: boundKind }) },
  nothing_bound: { number: 1104, status: 404, data: z.object({ field: boundKind }) },
  /**
   * The method is bound to another account. After a code has proven the address, `ticket` lets switchBind take it over.
   */
  held_by_other: {
    number: 1105,
    status: 409,
    data: z.object({ field: z.enum(['mobile', 'email', 'platform']), ticket: z.string().optional() }),
  },
  /** The method is the last one of this account, or of the account that has it. */
  last_way: { number: 1106, status: 409, data: z.object({ of: z.enum(['own', 'other']) }) },
  /**
   * The method is the last address of the account, so no code and no reset will reach the account any more. When the
   * person knows the username, repeat the call with without_address=1.
   */
  last_address: { number: 1112, status: 409, data: z.object({ username: z.string() }) },
  /**
   * The code was correct, but the account has not been used for 180 days, and numbers change hands. The ticket with one
   * of the ways signs in (confirmSignIn).
   */
  confirmation_required: { number: 1121, status: 403, data: z.object({ ticket: z.string(), ways }) },
  /** The account has not been used for 180 days. Its email can reset the password, its number cannot. */
  other_address_required: { number: 1122, status: 403, data: z.object({ email: z.string() }) },
  /** `character`: the refused character. */
  username_refused: {
    number: 1108,
    status: 400,
    data: z.object({ reason: z.enum(usernameRefusals), character: z.string().optional() }),
  },
  changed_too_often: {
    number: 1109,
    status: 429,
    data: z.object({ field: z.string(), retry_after: seconds }),
  },
  /**
   * The account was secured after a change that its person did not make. Its sign-in methods are guarded for a while.
   */
  guarded: { number: 1111, status: 409, data: z.object({ retry_after: seconds }) },
  /**
   * The other account with the address has a second factor, or no other address. It is notified, and loses the address
   * after this time unless it objects.
   */
  takeover_waits: { number: 1113, status: 409, data: z.object({ retry_after: seconds }) },
  no_such_session: { number: 1110, status: 404, data: noData },
  picture_refused: { number: 1601, status: 400, data: z.object({ reason: z.enum(pictureRefusals) }) },
  no_such_picture: { number: 1602, status: 404, data: noData },
  cancellation_blocked: {
    number: 1701,
    status: 409,
    data: z.object({ blockers: z.array(z.enum(cancellationBlockers)) }),
  },
} as const
