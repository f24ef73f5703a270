import { Kysely, sql } from 'kysely'
import { makePrivate, toDisk } from '#account-api/custody/files'
import { runPostgresTool } from '#account-api/custody/postgres-tools'
import { migrationDialect } from '#account-api/database/postgres'
import { NotRun } from '#account-api/start/not-run'
import { type Contents, contentsOf } from './contents'

/** Dumps a database at one moment, and counts the rows at the same moment. */
export const dumpPostgres = async (databaseUrl: string, to: string, timeoutMs: number): Promise<Contents> => {
  makePrivate(to)
  const database = new Kysely<unknown>({ dialect: migrationDialect(databaseUrl, timeoutMs) })
  try {
    return await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        // Because operators may have set limits for the role.
        await sql`set local statement_timeout = 0`.execute(transaction)
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(transaction)
        const words = [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--snapshot=${rows[0]?.snapshot}`,
          `--file=${to}`,
        ]
        const [contents] = await Promise.all([contentsOf(transaction), runPostgresTool('pg_dump', words, databaseUrl)])
        await verify(to)
        return contents
      })
  } finally {
    await database.destroy()
  }
}

/** An interrupted dump has no list, or one without the last tables. */
const verify = async (dump: string): Promise<void> => {
  toDisk(dump)
  const list = await runPostgresTool('pg_restore', ['--list', dump])
  if (!list.includes(' kysely_migration ')) throw new NotRun('The dump lacks tables of Butterfly.')
}
