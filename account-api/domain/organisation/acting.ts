import type { Needed } from '../../../contract/permissions'
import type { Acting } from '../identity/identity-store'
import { mayDo } from '../role/permissions'
import type { Service } from '../service'
import type { OrganisationRecord } from './organisation-store'

/** Who can let the members in again. Null: they are not kept out. */
export const frozenBy = ({
  frozenBy: by,
  closesAt,
}: Pick<OrganisationRecord, 'frozenBy' | 'closesAt'>): 'manager' | 'operator' | 'closing' | null => {
  if (by === 'operator') return by
  return closesAt === null ? by : 'closing'
}

export type ActingIn =
  | { ok: true; acting: Acting }
  | { ok: false; code: 'no_such_subject' | 'identity_frozen' }
  | { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing' }
  | { ok: false; code: 'permission_required'; needed: Exclude<Needed, 'member'> }

/**
 * Whether an account may do something in an organisation. It is asked for every call of a member, once, so a change takes
 * effect on the next call.
 * @param needed what the call needs
 * @param whenFrozen the manager may make the call while the organisation is frozen
 */
export const actingIn = async (
  { storage }: Service,
  {
    accountId,
    publicId,
    needed,
    whenFrozen,
  }: { accountId: string; publicId: string; needed: Needed; whenFrozen: boolean },
): Promise<ActingIn> => {
  const acting = await storage.identities.acting(accountId, publicId)
  if (!acting) return { ok: false, code: 'no_such_subject' }
  const by = frozenBy(acting.organisation)
  if (by !== null && !(whenFrozen && acting.isManager)) return { ok: false, code: 'subject_frozen', by }
  if (acting.identity.isFrozen) return { ok: false, code: 'identity_frozen' }
  if (mayDo(acting, needed)) return { ok: true, acting }
  // Nothing lacks to a member.
  return { ok: false, code: 'permission_required', needed: needed === 'member' ? 'manager' : needed }
}
