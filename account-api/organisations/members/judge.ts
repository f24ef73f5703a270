import type { Acting } from '#account-api/organisations/records/member-record'
import { lackingTo, mayDo, permissionsIn } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { type MemberAct, memberActs } from '#contract/organisations/members'
import type { Needed, Permission } from '#contract/terms/permissions'
import type { Member } from './listed-member'

/** The member who is the target of an act. */
export interface Target {
  member: Member
  /** Includes disabled roles. */
  roles: RoleRecord[]
}

export type OutOfReach =
  | { ok: false; code: 'is_manager' }
  | { ok: false; code: 'beyond_own_permissions'; lacking: Permission[] }

export type Own = { ok: false; code: 'own_identity' }

export const needed: Record<MemberAct, Permission> = {
  rename: 'member.update',
  freeze: 'member.freeze',
  remove: 'member.remove',
}

/** The permission that renaming a member needs. Renaming oneself needs no permission. */
export const neededToRename = ({ isOneself }: { isOneself: boolean }): Needed => (isOneself ? 'member' : needed.rename)

/**
 * Decides whether a member can be changed: nobody may change the manager, or members with more permissions than they
 * have.
 */
const reach = (acting: Acting, { member, roles }: Target): { ok: true } | OutOfReach => {
  if (member.isManager) return { ok: false, code: 'is_manager' }
  const lacking = lackingTo(acting, permissionsIn({ isManager: false, roles }))
  return lacking.length > 0 ? { ok: false, code: 'beyond_own_permissions', lacking } : { ok: true }
}

const isOneself = (acting: Acting, { member }: Target): boolean => member.id === acting.member.id

/** Judges whether a person with the permission may rename a member. */
export const mayRename = (acting: Acting, target: Target): { ok: true } | OutOfReach =>
  isOneself(acting, target) ? { ok: true } : reach(acting, target)

/** Judges whether a person with the permission may suspend or remove a member. Nobody may do it to themselves. */
export const mayKeepOut = (acting: Acting, target: Target): { ok: true } | OutOfReach | Own => {
  const reached = reach(acting, target)
  return reached.ok && isOneself(acting, target) ? { ok: false, code: 'own_identity' } : reached
}

/** What a person may do to a member. */
export const allowedTo = (acting: Acting, target: Target): MemberAct[] => {
  const own = { isOneself: isOneself(acting, target) }
  return memberActs.filter((act) =>
    act === 'rename'
      ? mayDo(acting, neededToRename(own)) && mayRename(acting, target).ok
      : mayDo(acting, needed[act]) && mayKeepOut(acting, target).ok,
  )
}
