import { sql } from 'kysely'
import { claimDue } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'

export interface ClaimedClosing {
  organisationId: string
  /** How many attempts to erase it have begun, including this one. */
  attempts: number
}

/** The tables that may have very many rows of one organisation. The cascade of its row empties all others. */
export const largeOrganisationTables = [
  'organisation_log',
  'invitation_lines',
  'invitation_batches',
  'invitations',
  'domain_joins',
  'join_requests',
  'identities',
  'former_members',
] as const

/** The tables that may have very many rows of one application of the organisation. */
const tablesOfClients = ['authorisations', 'client_sessions'] as const

export const closingStore = (connection: Connection) => ({
  begin: async (organisationId: string, closesAt: number): Promise<void> => {
    await connection
      .updateTable('organisations')
      .set({ closes_at: closesAt })
      .where('id', '=', organisationId)
      .where('closes_at', 'is', null)
      .execute()
  },

  /** False unless the organisation is being closed and its erasure has not begun. */
  undo: async (organisationId: string, at: number): Promise<boolean> => {
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

  /** Claims due organisations, those that have waited longest first. No other copy claims them before `until`. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedClosing[]> => {
    const claimed = await claimDue(connection, { table: 'organisations', day: 'closes_at', at, until, limit })
    return claimed.map(({ id, attempts }) => ({ organisationId: id, attempts }))
  },

  /** Makes a claimed organisation due at this time. */
  postpone: async (organisationId: string, until: number): Promise<void> => {
    await connection
      .updateTable('organisations')
      .set({ erasing_until: until })
      .where('id', '=', organisationId)
      .execute()
  },

  /** Erases this many rows of the large tables of an organisation. Returns how many were erased. */
  eraseSome: async (organisationId: string, limit: number): Promise<number> => {
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

  /** Erases a due organisation, with its remaining rows. */
  erase: async (organisationId: string, at: number): Promise<void> => {
    const isDue = connection
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', organisationId)
      .where('closes_at', '<=', at)
    await connection.deleteFrom('organisation_managers').where('organisation_id', 'in', isDue).execute()
    await connection.deleteFrom('organisations').where('id', '=', organisationId).where('closes_at', '<=', at).execute()
  },
})

export type ClosingStore = ReturnType<typeof closingStore>
