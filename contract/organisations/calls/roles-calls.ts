import { z } from 'zod'
import { call } from '#contract/call'
import { givenRole, identityId, inSubject, newRoleKey, roleKey } from '#contract/organisations/organisation-fields'
import { roleDescription, roleName } from '#contract/organisations/role-texts'
import { count, flag, isWithinReach, listPage, no, shownAddress, text, word } from '#contract/terms/fields'
import { permissionNames } from '#contract/terms/permissions'
import { reads } from '#contract/terms/power'

/** Permissions, each once. Another account API may have other permissions. */
const permissions = z.array(z.enum(permissionNames)).max(permissionNames.length)

const role = z.object({
  role_key: text,
  /** Empty for the roles that every organisation has. */
  role_name: text,
  description: text,
  /** The permissions that it grants while it is not disabled. */
  permissions: z.array(word(permissionNames)).default([]),
  /** 1: it grants nothing for now. */
  is_banned: flag,
  /** True for a role that every organisation has, and that cannot be changed. */
  is_built_in: no,
})

export const listRoles = call({
  name: 'listRoles',
  power: reads('session'),
  summary: 'Returns the roles of an organisation: first the three built-in ones, then its own, the oldest first.',
  method: 'GET',
  path: '/passport/org/role/list',
  input: z.object(inSubject),
  output: z.object({ roles: z.array(role) }),
  auth: 'member',
  needs: 'role.read',
})

export const createRole = call({
  name: 'createRole',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'roles' },
  summary:
    'Creates a role. The caller needs every permission that it grants. Without a role_key, one is derived from the name.',
  path: '/passport/org/role/create',
  input: z.object({
    ...inSubject,
    role_key: newRoleKey.optional(),
    role_name: roleName,
    description: roleDescription.default(''),
    permissions: permissions.default([]),
  }),
  output: z.object({ role: role.prefault({}) }),
  errors: ['role_exists', 'too_many_roles', 'beyond_own_permissions'],
  auth: 'member',
  needs: 'role.write',
  once: true,
})

export const updateRole = call({
  name: 'updateRole',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['administrator_given'],
    undoneBy: 'given',
    limit: 'roles',
  },
  summary:
    'Changes a role. Omitted fields stay. The caller needs every permission that the role granted and will grant.',
  path: '/passport/org/role/update',
  input: z.object({
    ...inSubject,
    role_key: roleKey,
    role_name: roleName.optional(),
    description: roleDescription.optional(),
    permissions: permissions.optional(),
  }),
  output: z.object({ role: role.prefault({}) }),
  errors: ['no_such_role', 'role_is_built_in', 'role_exists', 'beyond_own_permissions'],
  auth: 'member',
  needs: 'role.write',
})

export const banRole = call({
  name: 'banRole',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['administrator_given'],
    undoneBy: 'given',
    limit: 'none',
  },
  summary:
    'Disables a role (is_banned=1), so it grants nothing from the next call of its holders on, or enables it again.',
  path: '/passport/org/role/ban',
  input: z.object({ ...inSubject, role_key: roleKey, is_banned: z.coerce.number().int().min(0).max(1) }),
  output: z.object({ role: role.prefault({}) }),
  errors: ['no_such_role', 'role_is_built_in', 'beyond_own_permissions'],
  auth: 'member',
  needs: 'role.write',
  event: 'if_changed',
})

const holders = { ...inSubject, role_key: roleKey, sec_user_identity_ids: z.array(identityId).min(1).max(100) }

/** The number of identities that gained the role, or lost it. */
const changed = z.object({ changed: count })

export const assignRole = call({
  name: 'assignRole',
  power: {
    proof: 'fresh',
    act: 'organisation',
    tells: ['administrator_given'],
    factor: true,
    undoneBy: 'given',
    limit: 'none',
  },
  summary: 'Gives a role to members. All of them get it, or none.',
  path: '/passport/org/role/assign',
  input: z.object(holders),
  output: changed,
  errors: [
    'no_such_role',
    'role_is_built_in',
    'role_banned',
    'no_such_identity',
    'too_many_roles',
    'beyond_own_permissions',
  ],
  // All of them may have the role already.
  event: 'if_changed',
  auth: 'member',
  needs: 'role.assign',
})

export const removeRole = call({
  name: 'removeRole',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Removes a role from members, disabled or not. The caller needs every permission that it grants.',
  path: '/passport/org/role/remove',
  input: z.object(holders),
  output: changed,
  errors: ['no_such_role', 'role_is_built_in', 'no_such_identity', 'beyond_own_permissions'],
  auth: 'member',
  needs: 'role.assign',
  event: 'if_changed',
})

export const listUserRoles = call({
  name: 'listUserRoles',
  power: reads('session'),
  summary:
    'Returns the members of an organisation with their roles, the earliest members first. With a role_key, it returns only members with that role. With sec_user_identity_id, it returns only that member.',
  method: 'GET',
  path: '/passport/org/role/users/{page}',
  input: z
    .object({
      ...inSubject,
      ...listPage,
      role_key: roleKey.optional(),
      sec_user_identity_id: identityId.optional(),
    })
    .refine(isWithinReach, { path: ['page'] }),
  output: z.object({
    users: z.array(
      z.object({
        sec_user_identity_id: identityId,
        deputy_name: text,
        is_manager: no,
        is_frozen: flag,
        /** The given roles, including disabled ones. */
        roles: z.array(givenRole).default([]),
      }),
    ),
    /** The key of the next page (`after`). Null: this page is the last one. */
    next: shownAddress,
  }),
  errors: ['no_such_role', 'no_such_identity'],
  auth: 'member',
  needs: 'member.read',
})
