import type { Selectable } from 'kysely'
import type { LockingOrganisationStore, OrganisationRecord } from '../domain/organisation/organisation-store'
import type { OrganisationTables } from './organisation-tables'
import type { Connection } from './schema'

export const organisationStore = (connection: Connection): LockingOrganisationStore => ({
  insert: async ({ id, publicId, name, baseInfos, detailInfos, createdAt }) => {
    await connection
      .insertInto('organisations')
      .values({
        id,
        public_id: publicId,
        name,
        base_infos: JSON.stringify(baseInfos),
        detail_infos: JSON.stringify(detailInfos),
        frozen_by: null,
        created_at: createdAt,
        closes_at: null,
      })
      .execute()
  },

  update: async (id, { name, baseInfos, detailInfos }) => {
    await connection
      .updateTable('organisations')
      .set({
        ...(name !== undefined && { name }),
        ...(baseInfos && { base_infos: JSON.stringify(baseInfos) }),
        ...(detailInfos && { detail_infos: JSON.stringify(detailInfos) }),
      })
      .where('id', '=', id)
      .execute()
  },

  freeze: async (id, by) => {
    await connection.updateTable('organisations').set({ frozen_by: by }).where('id', '=', id).execute()
  },

  find: async (publicId) => {
    const row = await connection
      .selectFrom('organisations')
      .selectAll()
      .where('public_id', '=', publicId)
      .executeTakeFirst()
    return row && organisationOf(row)
  },

  lock: async (id) => {
    const row = await connection
      .selectFrom('organisations')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row && organisationOf(row)
  },
})

export const organisationOf = (
  row: Omit<Selectable<OrganisationTables['organisations']>, 'erasing_until' | 'erasure_attempts'>,
): OrganisationRecord => ({
  id: row.id,
  publicId: row.public_id,
  name: row.name,
  baseInfos: JSON.parse(row.base_infos) as OrganisationRecord['baseInfos'],
  detailInfos: JSON.parse(row.detail_infos) as OrganisationRecord['detailInfos'],
  frozenBy: row.frozen_by,
  createdAt: row.created_at,
  closesAt: row.closes_at,
})
