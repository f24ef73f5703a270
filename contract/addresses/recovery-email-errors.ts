import { z } from 'zod'

/** The failures of calls about recovery addresses. */
export const recoveryEmailErrors = {
  /** As many accounts have this recovery address as are allowed. Returned only after a right code. */
  recovery_email_full: { number: 1151, status: 409, data: z.object({ most: z.number().int() }) },
} as const
