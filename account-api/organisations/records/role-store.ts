import type { Connection } from '#account-api/database/schema'
import type { AdministratorToTell } from './member-record'
import { administratorKey } from './permissions'
import type { Given, RoleRecord } from './role-record'

export const roleStore = (connection: Connection) => ({
  /** False when the organisation has a role of this key. */
  insert: async ({
    organisationId,
    permissions,
    createdAt,
    ...role
  }: Omit<RoleRecord, 'isBanned'>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('roles')
      .values({
        ...role,
        organisation_id: organisationId,
        permissions: JSON.stringify(permissions),
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'key']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** All roles of an organisation that have rows, the oldest first. There are few. */
  ofOrganisation: async (organisationId: string): Promise<RoleRecord[]> => {
    const rows = await connection
      .selectFrom('roles')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .execute()
    return rows.map(roleOf)
  },

  find: async (organisationId: string, key: string): Promise<RoleRecord | undefined> => {
    const row = await connection
      .selectFrom('roles')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('key', '=', key)
      .executeTakeFirst()
    return row && roleOf(row)
  },

  update: async (
    id: string,
    {
      name,
      description,
      permissions,
      isBanned,
    }: Partial<Pick<RoleRecord, 'name' | 'description' | 'permissions' | 'isBanned'>>,
  ): Promise<void> => {
    await connection
      .updateTable('roles')
      .set({
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(permissions && { permissions: JSON.stringify(permissions) }),
        ...(isBanned !== undefined && { is_banned: isBanned ? 1 : 0 }),
      })
      .where('id', '=', id)
      .execute()
  },

  /** The roles of these members, including disabled ones. */
  givenTo: async (memberIds: readonly string[]): Promise<Given[]> => {
    if (memberIds.length === 0) return []
    const rows = await connection
      .selectFrom('identity_roles')
      .innerJoin('roles', 'roles.id', 'identity_roles.role_id')
      .selectAll('roles')
      .select('identity_roles.identity_id')
      .where('identity_roles.identity_id', 'in', memberIds)
      .orderBy('roles.id')
      .execute()
    return rows.map((row) => ({ memberId: row.identity_id, role: roleOf(row) }))
  },

  /** Gives a role to the members that do not have it. */
  give: async (
    { id, organisationId }: Pick<RoleRecord, 'id' | 'organisationId'>,
    memberIds: readonly string[],
  ): Promise<void> => {
    await connection
      .insertInto('identity_roles')
      .columns(['identity_id', 'role_id', 'organisation_id', 'name_key'])
      .expression((query) =>
        query
          .selectFrom('identities')
          .select(({ val }) => ['id', val(id).as('role_id'), 'organisation_id', 'name_key'])
          .where('id', 'in', memberIds)
          .where('organisation_id', '=', organisationId),
      )
      .onConflict((conflict) => conflict.columns(['identity_id', 'role_id']).doNothing())
      .execute()
  },

  takeFrom: async (roleId: string, memberIds: readonly string[]): Promise<void> => {
    await connection
      .deleteFrom('identity_roles')
      .where('identity_id', 'in', memberIds)
      .where('role_id', '=', roleId)
      .execute()
  },

  /** The administrators of an organisation, ordered by id, without suspended ones. */
  administrators: async (
    organisationId: string,
    { after, limit }: { after: string; limit: number },
  ): Promise<AdministratorToTell[]> => {
    const ids = connection
      .selectFrom('identity_roles')
      .innerJoin('roles', 'roles.id', 'identity_roles.role_id')
      .innerJoin('identities', 'identities.id', 'identity_roles.identity_id')
      .select('identity_roles.identity_id')
      .distinct()
      .where('identity_roles.organisation_id', '=', organisationId)
      .where('identity_roles.identity_id', '>', after)
      .where('roles.is_banned', '=', 0)
      .where('identities.is_frozen', '=', 0)
      .where((role) => role.or([role('roles.key', '=', administratorKey), role('roles.permissions', '<>', '[]')]))
      .orderBy('identity_roles.identity_id')
      .limit(limit)
    const rows = await connection
      .selectFrom('identities')
      .innerJoin('accounts', 'accounts.id', 'identities.account_id')
      .leftJoin('identifiers', 'identifiers.account_id', 'accounts.id')
      .select(['identities.id', 'accounts.language', 'identifiers.kind', 'identifiers.value'])
      .where('identities.id', 'in', ids)
      .orderBy('identities.id')
      .execute()
    const administrators = new Map<string, AdministratorToTell>()
    for (const { id, language, kind, value } of rows) {
      const administrator = administrators.get(id) ?? { memberId: id, language, mobile: null, email: null }
      administrators.set(
        id,
        kind === 'mobile' || kind === 'email' ? { ...administrator, [kind]: value } : administrator,
      )
    }
    return [...administrators.values()]
  },
})

export type RoleStore = ReturnType<typeof roleStore>

interface RoleRow {
  id: string
  organisation_id: string
  key: string
  name: string
  description: string
  permissions: string
  is_banned: number
  created_at: number
}

export const roleOf = (row: RoleRow): RoleRecord => ({
  id: row.id,
  organisationId: row.organisation_id,
  key: row.key,
  name: row.name,
  description: row.description,
  permissions: JSON.parse(row.permissions) as RoleRecord['permissions'],
  isBanned: row.is_banned === 1,
  createdAt: row.created_at,
})

/** The columns of a role that is joined to a table with `role_id` and `organisation_id`. */
export const joinedRole = [
  'roles.key as role_key',
  'roles.name as role_name',
  'roles.description as role_description',
  'roles.permissions as role_permissions',
  'roles.is_banned as role_is_banned',
  'roles.created_at as role_created_at',
] as const

interface JoinedRoleRow {
  role_id: string | null
  organisation_id: string
  role_key: string | null
  role_name: string | null
  role_description: string | null
  role_permissions: string | null
  role_is_banned: number | null
  role_created_at: number | null
}

/** The joined role. Undefined if the row has none. */
export const joinedRoleOf = (row: JoinedRoleRow): RoleRecord | undefined =>
  row.role_id === null
    ? undefined
    : roleOf({
        id: row.role_id,
        organisation_id: row.organisation_id,
        key: row.role_key ?? '',
        name: row.role_name ?? '',
        description: row.role_description ?? '',
        permissions: row.role_permissions ?? '[]',
        is_banned: row.role_is_banned ?? 1,
        created_at: row.role_created_at ?? 0,
      })
