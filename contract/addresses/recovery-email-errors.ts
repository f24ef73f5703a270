import { z } from 'zod'

/** The failures of calls about recovery addresses. */
export const recoveryEmailErrors = {
  /** The maximum number of accounts have this recovery address. Returned only after a correct code. */
  recovery_email_full: { number: 1151, status: 409, data: z.object({ most: z.number().int() }) },
} as const
