import { z } from 'zod'
import { permissionNames } from '#contract/terms/permissions'

const noData = z.object({})

/** The failures of roles, and of accounts that an organisation creates. */
export const roleErrors = {
  /** The organisation has a role of this key or name already. */
  role_exists: { number: 1840, status: 409, data: z.object({ field: z.enum(['role_key', 'role_name']) }) },
  /** Every organisation has this role, and nobody changes it. The manager's and a plain member's are not given either. */
  role_is_built_in: { number: 1841, status: 409, data: noData },
  /** The role is disabled, so it cannot be given. */
  role_banned: { number: 1842, status: 409, data: noData },
  /** `of`: whose roles they are. `most`: how many it may have. */
  too_many_roles: {
    number: 1843,
    status: 409,
    data: z.object({ of: z.enum(['organisation', 'identity']), most: z.number().int() }),
  },
  /** The organisation has created an account for this address already, which waits for its owner. */
  activation_pending: { number: 1845, status: 409, data: noData },
  /** As many accounts of the organisation wait for their owners as may. */
  too_many_activations: { number: 1846, status: 409, data: z.object({ most: z.number().int() }) },
  /** No account of the organisation waits for its owner under this id. */
  no_such_activation: { number: 1848, status: 404, data: noData },
  /** The code was right, and no organisation has created an account for the address. */
  nothing_to_activate: { number: 1847, status: 404, data: noData },
  /** An address has waiting places, and its owner chooses among them. `has_account`: an account has the address already. */
  places_to_choose: {
    number: 1849,
    status: 409,
    data: z.object({
      places: z.array(
        z.object({ sec_user_identity_id: z.string(), subject_name: z.string(), deputy_name: z.string() }),
      ),
      has_account: z.boolean(),
    }),
  },
  /** Nobody gives, changes or takes away what grants more than they have. `lacking`: what they do not have. */
  beyond_own_permissions: { number: 1844, status: 403, data: z.object({ lacking: z.array(z.enum(permissionNames)) }) },
} as const
