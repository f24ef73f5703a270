import type { Selectable } from 'kysely'
import type { Application, ApplicationStore } from './application-store'
import type { Connection } from '../../database/schema'
import type { ServiceTables } from '../service-tables'

export const applicationStore = (connection: Connection): ApplicationStore => ({
  insert: async ({ aid, name, url, keyVersion, createdAt, disabledAt }) => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('applications')
      .values({ aid, name, url, key_version: keyVersion, created_at: createdAt, disabled_at: disabledAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  find: async (aid) => {
    const row = await connection.selectFrom('applications').selectAll().where('aid', '=', aid).executeTakeFirst()
    return row && applicationOf(row)
  },

  list: async (most) => {
    const rows = await connection.selectFrom('applications').selectAll().orderBy('aid').limit(most).execute()
    return rows.map(applicationOf)
  },

  change: async (aid, { name, url, disabledAt }) => {
    const { numUpdatedRows } = await connection
      .updateTable('applications')
      .set({
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(disabledAt !== undefined && { disabled_at: disabledAt }),
      })
      .where('aid', '=', aid)
      .$if(url !== undefined, (update) =>
        // Asked in the statement: an update that breaks a constraint would be an error.
        update.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('applications as others')
                .select('others.aid')
                .where('others.url', '=', url ?? '')
                .where('others.aid', '<>', aid),
            ),
          ),
        ),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  nextKey: async (aid) => {
    const row = await connection
      .updateTable('applications')
      .set(({ eb }) => ({ key_version: eb('key_version', '+', 1) }))
      .where('aid', '=', aid)
      .returning('key_version')
      .executeTakeFirst()
    return row?.key_version
  },
})

const applicationOf = (row: Selectable<ServiceTables['applications']>): Application => ({
  aid: row.aid,
  name: row.name,
  url: row.url,
  keyVersion: row.key_version,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
})
