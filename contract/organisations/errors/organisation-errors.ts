import { z } from 'zod'
import { permissionNames } from '#contract/terms/permissions'

const noData = z.object({})

/** The failures of calls in an organisation. */
export const organisationErrors = {
  /** The organisation does not exist, or the account has no place in it. The answer does not show which. */
  no_such_subject: { number: 1801, status: 404, data: noData },
  /** Suspended, or being closed. `by`: who can unsuspend it. */
  subject_frozen: { number: 1802, status: 403, data: z.object({ by: z.enum(['manager', 'operator', 'closing']) }) },
  /** The place of the account in the organisation is suspended. */
  identity_frozen: { number: 1803, status: 403, data: noData },
  /** `needed`: the missing permission; `manager` for acts of the manager. */
  permission_required: {
    number: 1804,
    status: 403,
    data: z.object({ needed: z.enum([...permissionNames, 'manager']) }),
  },
  no_such_identity: { number: 1805, status: 404, data: noData },
  no_such_role: { number: 1806, status: 404, data: noData },
  /** The organisation requires a second factor of its members, which the account lacks. */
  second_factor_required: { number: 1808, status: 403, data: noData },
  /** The account manages the maximum number of organisations. */
  too_many_subjects: { number: 1807, status: 409, data: z.object({ most: z.number().int() }) },
  /** The manager cannot be suspended, removed or renamed by anybody, and cannot leave. */
  is_manager: { number: 1830, status: 409, data: noData },
  /** Nobody can suspend or remove themselves. */
  own_identity: { number: 1831, status: 409, data: noData },
} as const
