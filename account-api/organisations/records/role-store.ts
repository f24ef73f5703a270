import type { Permission } from '../../../contract/permissions'
import type { Connection } from '../../database/schema'

/** A role of one organisation. */
export interface RoleRecord {
  id: string
  organisationId: string
  /** Names it in the organisation. */
  key: string
  name: string
  description: string
  permissions: Permission[]
  isBanned: boolean
  createdAt: number
}

/** A role that was given to an identity. */
export interface Given {
  identityId: string
  role: RoleRecord
}

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

  /** Changes what is given. */
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

  /** The roles that were given to these identities, banned ones included. */
  givenTo: async (identityIds: readonly string[]): Promise<Given[]> => {
    if (identityIds.length === 0) return []
    const rows = await connection
      .selectFrom('identity_roles')
      .innerJoin('roles', 'roles.id', 'identity_roles.role_id')
      .selectAll('roles')
      .select('identity_roles.identity_id')
      .where('identity_roles.identity_id', 'in', identityIds)
      .orderBy('roles.id')
      .execute()
    return rows.map((row) => ({ identityId: row.identity_id, role: roleOf(row) }))
  },

  /** Gives a role to identities that do not have it. */
  give: async (
    { id, organisationId }: Pick<RoleRecord, 'id' | 'organisationId'>,
    identityIds: readonly string[],
  ): Promise<void> => {
    await connection
      .insertInto('identity_roles')
      .columns(['identity_id', 'role_id', 'organisation_id', 'name_key'])
      .expression((query) =>
        query
          .selectFrom('identities')
          .select(({ val }) => ['id', val(id).as('role_id'), 'organisation_id', 'name_key'])
          .where('id', 'in', identityIds)
          .where('organisation_id', '=', organisationId),
      )
      .onConflict((conflict) => conflict.columns(['identity_id', 'role_id']).doNothing())
      .execute()
  },

  takeFrom: async (roleId: string, identityIds: readonly string[]): Promise<void> => {
    await connection
      .deleteFrom('identity_roles')
      .where('identity_id', 'in', identityIds)
      .where('role_id', '=', roleId)
      .execute()
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

/** The joined role. Undefined where the row names none. */
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
