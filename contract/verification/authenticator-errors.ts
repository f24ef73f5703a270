import { z } from 'zod'

/** The failures of sign-ins to accounts that require their authenticator. */
export const authenticatorErrors = {
  /**
   * The person was proven, but the account requires its authenticator, and the call has no result without it. The
   * ticket with a code of it signs in (completeSignIn).
   */
  authenticator_required: { number: 1124, status: 403, data: z.object({ ticket: z.string() }) },
} as const
