import { z } from 'zod'
import { transferRefusals } from '#contract/organisations/transfers'

const noData = z.object({})

/** The failures of handing an organisation over, and of closing it. */
export const transferErrors = {
  /** No pending transfer has this id, or it does not concern the acting member. */
  no_such_transfer: { number: 1860, status: 404, data: noData },
  /** The organisation already has a pending transfer. */
  transfer_pending: { number: 1861, status: 409, data: noData },
  transfer_refused: { number: 1862, status: 409, data: z.object({ reason: z.enum(transferRefusals) }) },
  /** The address was bound a short while ago, so a thief could have bound it. `retry_after`: until it counts. */
  address_too_new: { number: 1863, status: 403, data: z.object({ retry_after: z.number().int().nonnegative() }) },
  /** The organisation is not being closed, or is already erased. */
  not_closing: { number: 1864, status: 409, data: noData },
  /** The manager had only one factor, so the transfer can be stopped until `retry_after` has passed. */
  transfer_waits: { number: 1865, status: 409, data: z.object({ retry_after: z.number().int().nonnegative() }) },
  /** The member has just handed the organisation over, and can take it back until `retry_after` has passed. */
  was_manager: { number: 1866, status: 409, data: z.object({ retry_after: z.number().int().nonnegative() }) },
} as const
