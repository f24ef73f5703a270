import { z } from 'zod'
import { identifierKinds } from '#contract/terms/fields'

const kind = z.enum(identifierKinds)

/** The failures of calls that add or use something that the operator’s policy does not allow. */
export const policyErrors = {
  /**
   * The operator's policy does not allow new addresses of this mail domain; existing addresses keep working. `domains`:
   * the allowed ones, if few, such as `example.com`, or `*.example.com` for the domains below one.
   */
  mail_domain_refused: {
    number: 1152,
    status: 403,
    data: z.object({ field: z.literal('email'), domains: z.array(z.string()) }),
  },
  /**
   * The operator's policy does not allow identifiers of this kind. `identifiers`: the allowed kinds. A sign-in returns
   * this only after a correct password.
   */
  identifier_off: { number: 1153, status: 403, data: z.object({ field: kind, identifiers: z.array(kind).min(1) }) },
} as const
