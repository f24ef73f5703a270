import { z } from 'zod'

/** The failure for people who lack the second factor that the deployment requires. */
export const factorErrors = {
  /**
   * The deployment requires a second factor, which the account lacks or the session has not proven, and the deadline is
   * over. The call was not begun. Repeat it after addAuthenticator or askAuthenticator with at_sign_in=1, or in a
   * session that a passkey has signed in.
   */
  factor_due: { number: 1171, status: 403, data: z.object({}) },
} as const
