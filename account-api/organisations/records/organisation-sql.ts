import type { Selectable } from 'kysely'
import type { LockingOrganisationStore, OrganisationRecord } from './organisation-store'
import type { OrganisationTables } from '../organisation-tables'
import type { Connection } from '../../database/schema'

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

type OrganisationRow = Omit<Selectable<OrganisationTables['organisations']>, 'erasing_until' | 'erasure_attempts'>

export const organisationOf = (row: OrganisationRow): OrganisationRecord => ({
  id: row.id,
  publicId: row.public_id,
  name: row.name,
  baseInfos: JSON.parse(row.base_infos) as OrganisationRecord['baseInfos'],
  detailInfos: JSON.parse(row.detail_infos) as OrganisationRecord['detailInfos'],
  frozenBy: row.frozen_by,
  createdAt: row.created_at,
  closesAt: row.closes_at,
})

/** The columns of an organisation that is joined to a table with `organisation_id`. */
export const joinedOrganisation = [
  'organisations.public_id as organisation_public_id',
  'organisations.name as organisation_name',
  'organisations.base_infos',
  'organisations.detail_infos',
  'organisations.frozen_by',
  'organisations.created_at as organisation_created_at',
  'organisations.closes_at',
] as const

interface JoinedOrganisationRow
  extends Pick<OrganisationRow, 'base_infos' | 'detail_infos' | 'frozen_by' | 'closes_at'> {
  organisation_id: string
  organisation_public_id: string
  organisation_name: string
  organisation_created_at: number
}

export const joinedOrganisationOf = (row: JoinedOrganisationRow): OrganisationRecord =>
  organisationOf({
    ...row,
    id: row.organisation_id,
    public_id: row.organisation_public_id,
    name: row.organisation_name,
    created_at: row.organisation_created_at,
  })
