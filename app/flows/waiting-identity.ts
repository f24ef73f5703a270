import { z } from 'zod'
import { ticket } from '../../contract/terms/fields'

/** A third-party identity that no account has: its key, and who it is. */
export const identity = z.object({ profileKey: ticket, platform: z.string(), name: z.string() })

export type WaitingIdentity = z.output<typeof identity>

/** What a sign-in that takes more pages is to be followed by. */
export const afterSignIn = {
  /** The identity that the account gets. */
  identity: identity.optional(),
  /** Whether the person wants this device to remember the account. */
  remember: z.literal('1').optional(),
}
