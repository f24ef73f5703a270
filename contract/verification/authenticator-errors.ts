import { z } from 'zod'

/** The failures of sign-ins to accounts that ask for their authenticator. */
export const authenticatorErrors = {
  /**
   * The person was proven, but the account asks for its authenticator, and the call has no answer without it. The ticket
   * with a code of it signs in (completeSignIn).
   */
  authenticator_required: { number: 1124, status: 403, data: z.object({ ticket: z.string() }) },
} as const
