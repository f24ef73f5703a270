import type { From } from '#account-api/kernel/from'
import { newId } from '#account-api/kernel/random'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellOfPower } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import { administratorKey, grantsOf, lackingTo } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { inTransaction, type Transaction } from '#account-api/organisations/service'
import { builtInRoles, type Permission, permissionNames } from '#contract/terms/permissions'
import { sortKeyOf } from '#rules/typed/name-key'

/** How many roles of its own an organisation may have. */
export const mostRoles = 100

/** Nobody gives, changes or removes a role that grants more than they have. */
export type BeyondOwn = { ok: false; code: 'beyond_own_permissions'; lacking: Permission[] }

type Exists = { ok: false; code: 'role_exists'; field: 'role_key' | 'role_name' }

type Created =
  | { ok: true; role: RoleRecord }
  | NotActing
  | BeyondOwn
  | Exists
  | { ok: false; code: 'too_many_roles'; of: 'organisation'; most: number }

interface NewRole {
  acting: Acting
  /** If omitted, the key is derived from the name. */
  key: string | undefined
  name: string
  description: string
  permissions: readonly Permission[]
  from: From
}

export const createRole = inTransaction<NewRole, Created>(
  async (stores, { acting: asked, key: givenKey, name, description, permissions, from }) => {
    const now = await lockActing(stores, asked, 'role.write')
    if (!now.ok) return now
    const { acting } = now
    const organisationId = acting.organisation.id
    const roles = await stores.roles.ofOrganisation(organisationId)
    if (roles.filter(({ key }) => key !== administratorKey).length >= mostRoles)
      return { ok: false, code: 'too_many_roles', of: 'organisation', most: mostRoles }
    const lacking = lackingTo(acting, permissions)
    if (lacking.length > 0) return { ok: false, code: 'beyond_own_permissions', lacking }
    const isTaken = (key: string) => isBuiltIn(key) || roles.some((role) => role.key === key)
    if (givenKey !== undefined && isTaken(givenKey)) return { ok: false, code: 'role_exists', field: 'role_key' }
    if (hasName(roles, name)) return { ok: false, code: 'role_exists', field: 'role_name' }
    const at = stores.deployment.now()
    const id = newId(at)
    const key = givenKey ?? keyOf(name, { isTaken, otherwise: `role-${id.slice(-12)}` })
    const role = { id, organisationId, key, name, description, permissions: inOrder(permissions), createdAt: at }
    await stores.roles.insert(role)
    await recordInOrganisation(stores, {
      kind: 'role_created',
      acting,
      target: { publicId: key, name },
      after: { name, description, permissions: role.permissions },
      from,
    })
    return { ok: true, role: { ...role, isBanned: false } }
  },
)

interface RoleChange {
  acting: Acting
  key: string
  changes: { name?: string | undefined; description?: string | undefined; permissions?: Permission[] | undefined }
  from: From
}

type Changed = { ok: true; role: RoleRecord } | NotFound | NotActing | BeyondOwn

export type NotFound = { ok: false; code: 'no_such_role' | 'role_is_built_in' }

/** Changes a role of an organisation. Missing fields stay. */
export const updateRole = inTransaction<RoleChange, Changed | Exists>(
  async (stores, { acting: asked, key, changes, from }) => {
    const now = await lockActing(stores, asked, 'role.write')
    if (!now.ok) return now
    const found = await roleToChange(stores, now.acting, { key, becomes: changes.permissions ?? [] })
    if (!found.ok) return found
    const before = found.role
    const { organisationId } = before
    const others = (await stores.roles.ofOrganisation(organisationId)).filter(({ id }) => id !== before.id)
    if (changes.name !== undefined && hasName(others, changes.name))
      return { ok: false, code: 'role_exists', field: 'role_name' }
    const role = {
      ...before,
      name: changes.name ?? before.name,
      description: changes.description ?? before.description,
      permissions: inOrder(changes.permissions ?? before.permissions),
    }
    await stores.roles.update(role.id, role)
    await tellOfPower(stores, { given: role, before, ...now.acting, from })
    const told = ({ name, description, permissions }: RoleRecord) => ({ name, description, permissions })
    await recordInOrganisation(stores, {
      kind: 'role_updated',
      acting: now.acting,
      target: { publicId: key, name: before.name },
      before: told(before),
      after: told(role),
      from,
    })
    return { ok: true, role }
  },
)

/** Disables a role, or enables it again. Roles are read at every call, so the change takes effect on the next one. */
export const banRole = inTransaction<Omit<RoleChange, 'changes'> & { isBanned: boolean }, Changed>(
  async (stores, { acting: asked, key, isBanned, from }) => {
    const now = await lockActing(stores, asked, 'role.write')
    if (!now.ok) return now
    const found = await roleToChange(stores, now.acting, { key })
    if (!found.ok) return found
    const { role } = found
    if (role.isBanned === isBanned) return { ok: true, role }
    await stores.roles.update(role.id, { isBanned })
    await tellOfPower(stores, { given: { ...role, isBanned }, before: role, ...now.acting, from })
    await recordInOrganisation(stores, {
      kind: isBanned ? 'role_banned' : 'role_unbanned',
      acting: now.acting,
      target: { publicId: key, name: role.name },
      before: { permissions: isBanned ? role.permissions : [] },
      after: { permissions: isBanned ? [] : role.permissions },
      from,
    })
    return { ok: true, role: { ...role, isBanned } }
  },
)

/** A role of the organisation that somebody may change who has all permissions that it grants and will grant. */
const roleToChange = async (
  stores: Transaction,
  acting: Acting,
  { key, becomes = [] }: { key: string; becomes?: readonly Permission[] },
): Promise<{ ok: true; role: RoleRecord } | NotFound | BeyondOwn> => {
  if (isBuiltIn(key)) return { ok: false, code: 'role_is_built_in' }
  const role = await stores.roles.find(acting.organisation.id, key)
  if (!role) return { ok: false, code: 'no_such_role' }
  const lacking = lackingTo(acting, inOrder([...grantsOf(role), ...becomes]))
  return lacking.length > 0 ? { ok: false, code: 'beyond_own_permissions', lacking } : { ok: true, role }
}

const isBuiltIn = (key: string): boolean => (builtInRoles as readonly string[]).includes(key)

/** Two roles with one name could not be told apart. */
const hasName = (roles: readonly RoleRecord[], name: string): boolean =>
  roles.some((role) => sortKeyOf(role.name) === sortKeyOf(name))

/** Without repetition, in the order of the list of all permissions. */
const inOrder = (permissions: readonly Permission[]): Permission[] =>
  permissionNames.filter((name) => permissions.includes(name))

/** Makes a key from the name, if the name has Latin letters. */
const keyOf = (
  name: string,
  { isTaken, otherwise }: { isTaken: (key: string) => boolean; otherwise: string },
): string => {
  const key = sortKeyOf(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return key === '' || isTaken(key) ? otherwise : key
}
