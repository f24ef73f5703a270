import { z } from 'zod'

/**
 * Reasons not to let a person into a protected site. `second_factor`: their organisation requires one that they lack.
 */
export const siteRefusals = ['no_place', 'second_factor'] as const

/** The failures of protected sites. */
export const siteErrors = {
  /** No site is registered with exactly this origin. */
  no_such_site: { number: 1903, status: 404, data: z.object({}) },
  /** The person may not enter the site. */
  site_refused: { number: 1904, status: 403, data: z.object({ reason: z.enum(siteRefusals) }) },
  site_ticket_refused: { number: 1905, status: 400, data: z.object({}) },
  /** The session at the site has ended, or never existed. */
  no_site_session: { number: 1906, status: 401, data: z.object({}) },
} as const
