import { z } from 'zod'

/** The failure of people who lack the second factor that the deployment asks for. */
export const factorErrors = {
  /**
   * The deployment asks the person for a second factor, which the account lacks or the session has not shown, and the days
   * for that are over. The call was not begun, and may be made again after addAuthenticator or askAuthenticator with
   * at_sign_in=1, or in a session that a passkey has signed in.
   */
  factor_due: { number: 1171, status: 403, data: z.object({}) },
} as const
