import type { Selectable } from 'kysely'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'

/** Another web app of the operator, which shares the accounts of this account API. */
export interface Application {
  aid: string
  name: string
  url: string
  /** The version of its newest key. The previous key is accepted too. */
  keyVersion: number
  createdAt: number
  /** When it was disabled. Null: the application may make calls, and people can continue there. */
  disabledAt: number | null
}

export type ApplicationChange = Partial<Pick<Application, 'name' | 'url' | 'disabledAt'>>

const byId = prepared((connection, { most }: { most: number }) =>
  connection.selectFrom('applications').selectAll().orderBy('aid').limit(most),
)

export const applicationStore = (connection: Connection) => ({
  /** Adds an application. False when another application has this id or this address. */
  insert: async ({ aid, name, url, keyVersion, createdAt, disabledAt }: Application): Promise<boolean> => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('applications')
      .values({ aid, name, url, key_version: keyVersion, created_at: createdAt, disabled_at: disabledAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  find: async (aid: string): Promise<Application | undefined> => {
    const row = await connection.selectFrom('applications').selectAll().where('aid', '=', aid).executeTakeFirst()
    return row && applicationOf(row)
  },

  /** The applications, ordered by id. */
  list: async (most: number): Promise<Application[]> => {
    return (await byId(connection, { most })).map(applicationOf)
  },

  /** Changes an application. False when there is none, or when another one has the new address. */
  change: async (aid: string, { name, url, disabledAt }: ApplicationChange): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('applications')
      .set({
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
        ...(disabledAt !== undefined && { disabled_at: disabledAt }),
      })
      .where('aid', '=', aid)
      .$if(url !== undefined, (update) =>
        // Checked in the statement: an update that breaks a constraint would be an error.
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

  /** Makes the next key the newest. Returns its version, or undefined when the application does not exist. */
  nextKey: async (aid: string): Promise<number | undefined> => {
    const row = await connection
      .updateTable('applications')
      .set(({ eb }) => ({ key_version: eb('key_version', '+', 1) }))
      .where('aid', '=', aid)
      .returning('key_version')
      .executeTakeFirst()
    return row?.key_version
  },
})

export type ApplicationStore = ReturnType<typeof applicationStore>

const applicationOf = (row: Selectable<Schema['applications']>): Application => ({
  aid: row.aid,
  name: row.name,
  url: row.url,
  keyVersion: row.key_version,
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
})
