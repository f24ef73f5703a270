import { z } from 'zod'

/** The failures of calls that would create an account which the operator's policy does not let in. */
export const registrationErrors = {
  /** The deployment creates no accounts. Nothing was used up. */
  registration_closed: { number: 1131, status: 403, data: z.object({}) },
  /**
   * The deployment creates accounts for people who were invited. There is no pending invitation to a proven address, nor
   * does the ticket name one for its holder.
   */
  invitation_required: { number: 1132, status: 403, data: z.object({}) },
} as const
