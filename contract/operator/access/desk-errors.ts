import { z } from 'zod'

/**
 * Reasons why no second factor opens the operator's desk. `none`: the account has none. `new`: it does not count yet.
 */
export const deskFactorRefusals = ['none', 'new'] as const

/** The failures of signing in to the operator's desk. */
export const deskErrors = {
  /** The account is not an operator's, or the application is not the deployment's own. */
  not_an_operator: { number: 1907, status: 403, data: z.object({}) },
  /** The account has no second factor that counts. `counts_from`: when its new second factor counts. */
  second_factor_needed: {
    number: 1908,
    status: 403,
    data: z.object({ reason: z.enum(deskFactorRefusals), counts_from: z.iso.datetime().optional() }),
  },
  desk_ticket_refused: { number: 1909, status: 400, data: z.object({}) },
} as const
