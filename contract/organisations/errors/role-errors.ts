import { z } from 'zod'
import { permissionNames } from '#contract/terms/permissions'

const noData = z.object({})

/** The failures of roles, and of accounts that an organisation creates. */
export const roleErrors = {
  /** The organisation already has a role with this key or name. */
  role_exists: { number: 1840, status: 409, data: z.object({ field: z.enum(['role_key', 'role_name']) }) },
  /** A built-in role cannot be changed. The roles of the manager and of plain members cannot be given either. */
  role_is_built_in: { number: 1841, status: 409, data: noData },
  /** The role is disabled, so it cannot be given. */
  role_banned: { number: 1842, status: 409, data: noData },
  /** `of`: the owner of the roles. `most`: the maximum number of its roles. */
  too_many_roles: {
    number: 1843,
    status: 409,
    data: z.object({ of: z.enum(['organisation', 'identity']), most: z.number().int() }),
  },
  /** The organisation has already created an account for this address, which awaits activation. */
  activation_pending: { number: 1845, status: 409, data: noData },
  /** The maximum number of accounts of the organisation await activation. */
  too_many_activations: { number: 1846, status: 409, data: z.object({ most: z.number().int() }) },
  /** No account of the organisation awaits activation under this id. */
  no_such_activation: { number: 1848, status: 404, data: noData },
  /** The code was correct, but no organisation has created an account for the address. */
  nothing_to_activate: { number: 1847, status: 404, data: noData },
  /**
   * The address has waiting places, and its owner chooses among them. `has_account`: the address already has an
   * account.
   */
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
  /** Nobody gives, changes or removes what grants more than they have. `lacking`: the missing permissions. */
  beyond_own_permissions: { number: 1844, status: 403, data: z.object({ lacking: z.array(z.enum(permissionNames)) }) },
} as const
