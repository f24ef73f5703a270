import { sql } from 'kysely'
import type { ClosingStore } from './closing-store'
import { claimDue } from '../../database/due-rows'
import type { Connection } from '../../database/schema'

/**
 * The tables that may have a great number of rows of one organisation. All other tables of organisations are emptied with
 * its row.
 */
export const largeOrganisationTables = [
  'organisation_log',
  'invitation_lines',
  'invitation_batches',
  'invitations',
  'domain_joins',
  'identities',
  'former_members',
] as const

/** The tables that may have a great number of rows of one application of the organisation. */
const tablesOfClients = ['authorisations', 'client_sessions'] as const

export const closingStore = (connection: Connection): ClosingStore => ({
  begin: async (organisationId, closesAt) => {
    await connection
      .updateTable('organisations')
      .set({ closes_at: closesAt })
      .where('id', '=', organisationId)
      .where('closes_at', 'is', null)
      .execute()
  },

  undo: async (organisationId, at) => {
    const undone = await connection
      .updateTable('organisations')
      .set({ closes_at: null })
      .where('id', '=', organisationId)
      .where('closes_at', '>', at)
      .where('erasing_until', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return undone !== undefined
  },

  claim: async (at, until, limit) => {
    const claimed = await claimDue(connection, { table: 'organisations', day: 'closes_at', at, until, limit })
    return claimed.map(({ id, attempts }) => ({ organisationId: id, attempts }))
  },

  postpone: async (organisationId, until) => {
    await connection
      .updateTable('organisations')
      .set({ erasing_until: until })
      .where('id', '=', organisationId)
      .execute()
  },

  eraseSome: async (organisationId, limit) => {
    let erased = 0
    for (const table of tablesOfClients) {
      const { numDeletedRows } = await connection
        .deleteFrom(table)
        .where('id', 'in', (query) =>
          query
            .selectFrom('open_clients')
            .innerJoin(table, `${table}.client_id`, 'open_clients.id')
            .select(`${table}.id`)
            .where('open_clients.organisation_id', '=', organisationId)
            .limit(limit - erased),
        )
        .executeTakeFirst()
      erased += Number(numDeletedRows)
      if (erased >= limit) return erased
    }
    for (const table of largeOrganisationTables) {
      const { numDeletedRows } = await connection
        .deleteFrom(table)
        .where('id', 'in', (query) =>
          query
            .selectFrom(table)
            .select('id')
            .where('organisation_id', '=', organisationId)
            // The place of the manager is deleted last, after the row that needs it.
            .$if(table === 'identities', (members) =>
              members.where(({ not, exists, selectFrom }) =>
                not(
                  exists(
                    selectFrom('organisation_managers')
                      .select('organisation_managers.identity_id')
                      .whereRef('organisation_managers.identity_id', '=', sql.ref(`${table}.id`)),
                  ),
                ),
              ),
            )
            .limit(limit - erased),
        )
        .executeTakeFirst()
      erased += Number(numDeletedRows)
      if (erased >= limit) return erased
    }
    return erased
  },

  erase: async (organisationId, at) => {
    const isDue = connection
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', organisationId)
      .where('closes_at', '<=', at)
    await connection.deleteFrom('organisation_managers').where('organisation_id', 'in', isDue).execute()
    await connection.deleteFrom('organisations').where('id', '=', organisationId).where('closes_at', '<=', at).execute()
  },
})
