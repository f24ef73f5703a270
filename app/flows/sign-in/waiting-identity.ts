import { z } from 'zod'
import { ticket } from '#contract/terms/fields'

/** A third-party identity without an account: its key, and its names. */
export const identity = z.object({ profileKey: ticket, platform: z.string(), name: z.string() })

export type WaitingIdentity = z.output<typeof identity>

/** What follows a sign-in of several pages. */
export const afterSignIn = {
  /** The identity that the account gets. */
  identity: identity.optional(),
  /** Set when the person wants this device to remember the account. */
  remember: z.literal('1').optional(),
}
