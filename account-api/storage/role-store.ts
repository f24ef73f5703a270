import type { RoleRecord, RoleStore } from '../domain/role/role-store'
import type { Connection } from './schema'

export const roleStore = (connection: Connection): RoleStore => ({
  insert: async ({ organisationId, permissions, createdAt, ...role }) => {
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
})

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
