import type { Acting } from '#account-api/organisations/records/member-record'
import { grantsOf, lackingTo, mayDo } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { Stores } from '#account-api/organisations/service'
import type { Permission } from '#contract/terms/permissions'

export type RoleRefusal =
  | { ok: false; code: 'no_such_role' | 'role_banned' }
  | { ok: false; code: 'beyond_own_permissions'; lacking: Permission[] }

/** Refuses a person who may not give roles, or lacks a permission that this role grants. */
export const judgeGiving = (
  acting: Acting,
  role: RoleRecord,
): Extract<RoleRefusal, { lacking: unknown }> | undefined => {
  const lacking = lackingTo(acting, [...new Set<Permission>(['role.assign', ...grantsOf(role)])])
  return lacking.length > 0 ? { ok: false, code: 'beyond_own_permissions', lacking } : undefined
}

/** The role of a new invitation. Undefined: none. */
export const roleToGive = async (
  stores: Stores,
  acting: Acting,
  key: string | undefined,
): Promise<{ ok: true; role: RoleRecord | undefined } | RoleRefusal> => {
  if (key === undefined) return { ok: true, role: undefined }
  const role = await stores.roles.find(acting.organisation.id, key)
  if (!role) return { ok: false, code: 'no_such_role' }
  if (role.isBanned) return { ok: false, code: 'role_banned' }
  return judgeGiving(acting, role) ?? { ok: true, role }
}

/**
 * A role that a member has chosen for others, and the permission that choosing it needs. `by`: undefined when the
 * member has left.
 */
interface Chosen {
  role: RoleRecord | undefined
  by: { accountId: string } | undefined
  needed: Permission
}

/** The role of an invitation, and the member responsible for it. Undefined: the inviter has left the organisation. */
interface Invited {
  role: RoleRecord | undefined
  inviter: { accountId: string } | undefined
}

/**
 * A member who has chosen a role for others, with their current rights. Undefined: they have left, are suspended, or lack
 * the permission.
 */
const chooserNow = async (
  stores: Stores,
  { by, needed }: Pick<Chosen, 'by' | 'needed'>,
  organisationPublicId: string,
): Promise<Acting | undefined> => {
  const acting = by && (await stores.members.acting(by.accountId, organisationPublicId))
  return acting && !acting.member.isSuspended && mayDo(acting, needed) ? acting : undefined
}

/** True when the member responsible for an invitation may still invite. Otherwise it cannot be accepted. */
export const stands = async (
  stores: Stores,
  { inviter }: Pick<Invited, 'inviter'>,
  organisationPublicId: string,
): Promise<boolean> =>
  (await chooserNow(stores, { by: inviter, needed: 'invitation.send' }, organisationPublicId)) !== undefined

/**
 * A chosen role, if it is still given. Undefined when it was disabled meanwhile, or when the member who chose it has
 * left, is suspended, or may no longer give it.
 */
export const roleStillGiven = async (
  stores: Stores,
  { role, by, needed }: Chosen,
  organisationPublicId: string,
): Promise<RoleRecord | undefined> => {
  if (!role || role.isBanned) return undefined
  const acting = await chooserNow(stores, { by, needed }, organisationPublicId)
  return acting && !judgeGiving(acting, role) ? role : undefined
}

/** The role that accepting an invitation gives now. */
export const roleGivenBy = (
  stores: Stores,
  { role, inviter }: Invited,
  organisationPublicId: string,
): Promise<RoleRecord | undefined> =>
  roleStillGiven(stores, { role, by: inviter, needed: 'invitation.send' }, organisationPublicId)
