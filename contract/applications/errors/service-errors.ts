import { z } from 'zod'

/** Reasons to refuse a service ticket. `not_fresh`: it does not come from a sign-in that was made for it. */
export const ticketRefusals = ['invalid_ticket', 'invalid_service', 'not_fresh'] as const

/** The failures of single sign-on. */
export const serviceErrors = {
  /** No service is registered with exactly this address. */
  no_such_service: { number: 1901, status: 404, data: z.object({}) },
  service_ticket_refused: { number: 1902, status: 400, data: z.object({ reason: z.enum(ticketRefusals) }) },
} as const
