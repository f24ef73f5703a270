import { z } from 'zod'
import { permissionNames } from '#contract/terms/permissions'

const noData = z.object({})

/** The failures of calls for an organisation. */
export const organisationErrors = {
  /** There is no such organisation, or the account has no place in it: nobody else learns which. */
  no_such_subject: { number: 1801, status: 404, data: noData },
  /** Frozen, or about to be closed. `by`: who can let the members in again. */
  subject_frozen: { number: 1802, status: 403, data: z.object({ by: z.enum(['manager', 'operator', 'closing']) }) },
  /** The place of the account in the organisation is frozen. */
  identity_frozen: { number: 1803, status: 403, data: noData },
  /** `needed`: the permission; `manager` for what only the manager may do. */
  permission_required: {
    number: 1804,
    status: 403,
    data: z.object({ needed: z.enum([...permissionNames, 'manager']) }),
  },
  no_such_identity: { number: 1805, status: 404, data: noData },
  no_such_role: { number: 1806, status: 404, data: noData },
  /** The organisation asks its members for a second factor, which the account does not have. */
  second_factor_required: { number: 1808, status: 403, data: noData },
  /** The account manages as many organisations as it may. */
  too_many_subjects: { number: 1807, status: 409, data: z.object({ most: z.number().int() }) },
  /** The manager is neither frozen nor removed nor renamed by anybody, and does not leave. */
  is_manager: { number: 1830, status: 409, data: noData },
  /** Nobody freezes or removes themselves. */
  own_identity: { number: 1831, status: 409, data: noData },
} as const
