import { z } from 'zod'

/** The failures of calls that would create an account that the operator's policy does not allow. */
export const registrationErrors = {
  /** The deployment creates no accounts. Nothing was used up. */
  registration_closed: { number: 1131, status: 403, data: z.object({}) },
  /**
   * The deployment only creates accounts for invited people. No pending invitation to a proven address exists, and the
   * ticket is no invitation for its holder.
   */
  invitation_required: { number: 1132, status: 403, data: z.object({}) },
} as const
