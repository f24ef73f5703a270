import { z } from 'zod'

/** The failure of calls that take an email which an account does not have yet. */
export const mailDomainRefusals = {
  /**
   * The operator's policy takes no new address of this mail domain; those that are there go on. `domains`: those that it
   * takes, if they are few, as `example.com`, or `*.example.com` for the domains below one.
   */
  mail_domain_refused: {
    number: 1152,
    status: 403,
    data: z.object({ field: z.literal('email'), domains: z.array(z.string()) }),
  },
} as const
