import type { From } from '#account-api/kernel/from'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting, MemberRecord } from '#account-api/organisations/records/member-record'
import { administratorKey, grantsOf, lackingTo, permissionsIn } from '#account-api/organisations/records/permissions'
import type { Given, RoleRecord } from '#account-api/organisations/records/role-record'
import { inTransaction, type Service, type Stores, type Transaction } from '#account-api/organisations/service'
import type { Permission } from '#contract/terms/permissions'
import type { BeyondOwn, NotFound } from './edit'

/** The maximum number of roles of a member, because every call reads all of them. */
export const mostHeld = 20

interface Holding {
  acting: Acting
  key: string
  /** Public ids of members. */
  members: readonly string[]
  from: From
}

type Refused = NotActing | NotFound | BeyondOwn | { ok: false; code: 'no_such_identity' }
type Assigned =
  | { ok: true; changed: number }
  | Refused
  | { ok: false; code: 'role_banned' }
  | { ok: false; code: 'too_many_roles'; of: 'identity'; most: number }

/** Gives a role to members of the organisation: to all of them, or to none. */
export const assignRole = inTransaction<Holding, Assigned>(async (stores, { from, ...asked }) => {
  const found = await lockHolders(stores, asked)
  if (!found.ok) return found
  const { role } = found
  if (role.isBanned) return { ok: false, code: 'role_banned' }
  const without = found.holders.filter(({ roles }) => !roles.some(({ id }) => id === role.id))
  if (without.some(({ roles }) => roles.length >= mostHeld))
    return { ok: false, code: 'too_many_roles', of: 'identity', most: mostHeld }
  if (without.length > 0) {
    const [ids, accountIds] = [without.map(({ member }) => member.id), without.map(({ member }) => member.accountId)]
    await stores.roles.give(role, ids)
    // A member who gives a role to a waiting place becomes responsible for that place.
    await stores.activations.vouch(found.acting.organisation.id, accountIds, found.acting.member.id)
    await tellOfPower(stores, { given: role, ...found.acting, from })
  }
  await recordChanges(stores, {
    kind: 'role_assigned',
    acting: found.acting,
    holders: without,
    becomes: (roles) => [...roles, role],
    from,
  })
  return { ok: true, changed: without.length }
})

/** Takes a role away from members of the organisation. */
export const removeRole = inTransaction<Holding, { ok: true; changed: number } | Refused>(
  async (stores, { from, ...asked }) => {
    const found = await lockHolders(stores, asked)
    if (!found.ok) return found
    const { role } = found
    const having = found.holders.filter(({ roles }) => roles.some(({ id }) => id === role.id))
    if (having.length > 0)
      await stores.roles.takeFrom(
        role.id,
        having.map(({ member }) => member.id),
      )
    await recordChanges(stores, {
      kind: 'role_removed',
      acting: found.acting,
      holders: having,
      becomes: (roles) => roles.filter(({ id }) => id !== role.id),
      from,
    })
    return { ok: true, changed: having.length }
  },
)

interface HolderChanges {
  kind: 'role_assigned' | 'role_removed'
  acting: Acting
  holders: readonly Holder[]
  becomes(roles: RoleRecord[]): RoleRecord[]
  from: From
}

/** Adds an entry for each holder to the log of the organisation. */
const recordChanges = async (
  stores: Transaction,
  { kind, acting, holders, becomes, from }: HolderChanges,
): Promise<void> => {
  for (const { member, roles } of holders)
    await recordInOrganisation(stores, {
      kind,
      acting,
      target: member,
      before: told(roles),
      after: told(becomes(roles)),
      from,
    })
}

interface Holder {
  member: MemberRecord
  /** Includes disabled roles. */
  roles: RoleRecord[]
}

/** Locks the organisation, and finds the role and the members. The caller has every permission of the role. */
const lockHolders = async (
  stores: Transaction,
  { acting: asked, key, members: publicIds }: Omit<Holding, 'from'>,
): Promise<{ ok: true; acting: Acting; role: RoleRecord; holders: Holder[] } | Refused> => {
  const now = await lockActing(stores, asked, 'role.assign')
  if (!now.ok) return now
  const { acting } = now
  const role = await findRole(stores, acting, key)
  if (!role.ok) return role
  const lacking = lackingTo(acting, grantsOf(role.role))
  if (lacking.length > 0) return { ok: false, code: 'beyond_own_permissions', lacking }
  const unique = [...new Set(publicIds)]
  const found = await stores.members.find(acting.organisation.id, unique)
  if (found.length < unique.length) return { ok: false, code: 'no_such_identity' }
  const given = await stores.roles.givenTo(found.map(({ id }) => id))
  const holders = found.map((member) => ({ member, roles: rolesIn(given, member) }))
  return { ok: true, acting, role: role.role, holders }
}

/** A role that can be given. The manager role moves by a transfer, and everybody has the role of a plain member. */
const findRole = async (
  stores: Pick<Transaction, 'roles'>,
  { organisation }: Acting,
  key: string,
): Promise<{ ok: true; role: RoleRecord } | NotFound> => {
  if (key === 'manager' || key === 'member') return { ok: false, code: 'role_is_built_in' }
  const role = await stores.roles.find(organisation.id, key)
  return role ? { ok: true, role } : { ok: false, code: 'no_such_role' }
}

/** The name of a role in the log. The administrator role has no language, so it is logged by its key. */
export const loggedRole = ({ key, name }: RoleRecord): string => (key === administratorKey ? key : name)

/** The roles of a member and the resulting permissions, for the log. */
const told = (roles: readonly RoleRecord[]): { roles: string[]; permissions: Permission[] } => ({
  roles: roles.map(loggedRole),
  permissions: permissionsIn({ isManager: false, roles: [...roles] }),
})

interface AskedHolders {
  /** The holders of this role. The roles of the manager and of plain members are not given. */
  key?: string | undefined
  /** Selects one member by its public id, instead of a role. */
  member?: string | undefined
  after?: string | undefined
  offset: number
  limit: number
}

type Listed =
  | { ok: true; holders: (Holder & { isManager: boolean })[] }
  | { ok: false; code: 'no_such_role' | 'no_such_identity' }

/** A page of the members of an organisation with their roles, in the order in which they joined. */
export const listHolders = async (
  { storage }: Service,
  { organisation }: Acting,
  { key, member, ...page }: AskedHolders,
): Promise<Listed> => {
  const role = key === undefined ? undefined : await storage.roles.find(organisation.id, key)
  if (key !== undefined && !role) return { ok: false, code: 'no_such_role' }
  const found =
    member === undefined
      ? await storage.members.page({ organisationId: organisation.id, roleId: role?.id, ...page })
      : await storage.members.find(organisation.id, [member])
  if (member !== undefined && found.length === 0) return { ok: false, code: 'no_such_identity' }
  const given = await storage.roles.givenTo(found.map(({ id }) => id))
  const holders = found.map((one) => ({ member: one, isManager: one.isManager, roles: rolesIn(given, one) }))
  return { ok: true, holders }
}

export const rolesOf = async ({ roles }: Pick<Stores, 'roles'>, member: { id: string }): Promise<RoleRecord[]> =>
  rolesIn(await roles.givenTo([member.id]), member)

/** The roles of several members. */
export const rolesIn = (given: readonly Given[], { id }: { id: string }): RoleRecord[] =>
  given.filter(({ memberId }) => memberId === id).map(({ role }) => role)
