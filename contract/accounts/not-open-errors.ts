import { z } from 'zod'
import { timeZoneInForce } from '#contract/terms/fields'

/** The failures of a correct sign-in to an account that is cancelled or suspended. */
export const notOpenErrors = {
  /** The account will be erased. The sign-in was correct, so the ticket can undo the cancellation. */
  account_cancelled: {
    number: 1107,
    status: 403,
    data: z.object({
      /** Restores the account. A sign-in returns it only with need_frozen_user=1. */
      ticket: z.string().optional(),
      restorable_until: z.iso.datetime(),
      time_zone: timeZoneInForce,
    }),
  },
  /** An operator has suspended the account. The sign-in was correct, and only the operator can unsuspend it. */
  account_frozen: {
    number: 1123,
    status: 403,
    data: z.object({
      frozen_at: z.iso.datetime(),
      /** The operator's reason, for the person. */
      reason: z.string(),
      time_zone: timeZoneInForce,
    }),
  },
} as const
