import { pageOf, rangeOf } from '#account-api/kernel/pages/list-page'
import type { Handling } from '#account-api/organisations/call-context'
import { givenRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import { administratorKey, grantsOf } from '#account-api/organisations/records/permissions'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import { refuseAs } from '#account-api/verification/outcomes'
import { done } from '#contract/server'
import { builtInRoles, permissionNames } from '#contract/terms/permissions'
import { banRole, createRole, updateRole } from './edit'
import { assignRole, listHolders, removeRole } from './holders'

export const roleHandlers = {
  listRoles: async (_input, { service, acting }) => {
    const roles = await service.storage.roles.ofOrganisation(acting.organisation.id)
    const own = roles.filter(({ key }) => key !== administratorKey)
    return done({ roles: [...builtIn, ...own.map(roleOf)] })
  },

  createRole: async ({ role_key, role_name, description, permissions }, { service, acting, from }) => {
    const asked = { acting, key: role_key, name: role_name, description, permissions, from }
    const created = await createRole(service, asked)
    return created.ok ? done({ role: roleOf(created.role) }) : refuseAs(created)
  },

  updateRole: async ({ role_key, role_name, description, permissions }, { service, acting, from }) => {
    const changes = { name: role_name, description, permissions }
    const updated = await updateRole(service, { acting, key: role_key, changes, from })
    return updated.ok ? done({ role: roleOf(updated.role) }) : refuseAs(updated)
  },

  banRole: async ({ role_key, is_banned }, { service, acting, from }) => {
    const banned = await banRole(service, { acting, key: role_key, isBanned: is_banned === 1, from })
    return banned.ok ? done({ role: roleOf(banned.role) }) : refuseAs(banned)
  },

  assignRole: async ({ role_key, sec_user_identity_ids }, { service, acting, from }) => {
    const given = await assignRole(service, { acting, key: role_key, members: sec_user_identity_ids, from })
    return given.ok ? done({ changed: given.changed }) : refuseAs(given)
  },

  removeRole: async ({ role_key, sec_user_identity_ids }, { service, acting, from }) => {
    const taken = await removeRole(service, { acting, key: role_key, members: sec_user_identity_ids, from })
    return taken.ok ? done({ changed: taken.changed }) : refuseAs(taken)
  },

  listUserRoles: async ({ role_key: key, sec_user_identity_id, ...asked }, { service, acting }) => {
    const listed = await listHolders(service, acting, { key, member: sec_user_identity_id, ...rangeOf(asked) })
    if (!listed.ok) return refuseAs(listed)
    const { shown, next } = pageOf(listed.holders, asked, ({ member }) => member.id)
    return done({
      users: shown.map(({ member, isManager, roles }) => ({
        sec_user_identity_id: member.publicId,
        deputy_name: member.name,
        is_manager: isManager,
        is_frozen: member.isSuspended ? 1 : 0,
        roles: roles.map(givenRoleOf),
      })),
      next,
    })
  },
} satisfies Handling

const roleOf = (role: RoleRecord) => ({
  role_key: role.key,
  role_name: role.name,
  description: role.description,
  permissions: [...grantsOf(role)],
  is_banned: role.isBanned ? 1 : 0,
  is_built_in: role.key === administratorKey,
})

const builtIn = builtInRoles.map((key) => ({
  role_key: key,
  role_name: '',
  description: '',
  permissions: key === 'member' ? [] : permissionNames,
  is_banned: 0,
  is_built_in: true,
}))
