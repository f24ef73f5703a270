import { z } from 'zod'
import { identifierKinds } from '#contract/terms/fields'

const kind = z.enum(identifierKinds)

/** The failures of calls that take what an account does not have yet, or sign in by what the operator’s policy has off. */
export const policyErrors = {
  /**
   * The operator's policy takes no new address of this mail domain; existing addresses keep working. `domains`: those that it
   * takes, if they are few, as `example.com`, or `*.example.com` for the domains below one.
   */
  mail_domain_refused: {
    number: 1152,
    status: 403,
    data: z.object({ field: z.literal('email'), domains: z.array(z.string()) }),
  },
  /**
   * By the operator's policy nobody gets or signs in by an identifier of this kind. `identifiers`: the kinds that are on.
   * A sign-in is told so only after a right password.
   */
  identifier_off: { number: 1153, status: 403, data: z.object({ field: kind, identifiers: z.array(kind).min(1) }) },
} as const
