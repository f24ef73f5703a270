import type { Kysely } from 'kysely'
import type { Manifest } from '#account-api/custody/manifest'
import { rowCounts } from '#account-api/database/row-counts'
import type { Schema } from '#account-api/database/schema'
import { NotRun } from '#account-api/start/not-run'
import { fates, type Moment, meet } from './fates'

/**
 * Compares a restored database with its backup, and then ends, in one transaction, what must not become active again.
 * @returns how many rows changed, by table
 */
export const settle = async (
  database: Kysely<Schema>,
  { rows }: Manifest,
  moment: Moment,
  /** A table that is filled later. */
  later?: string,
): Promise<Record<string, bigint>> => {
  const found = await rowCounts(database as Kysely<unknown>)
  const other = Object.keys(rows).filter((table) => table !== later && found[table] !== rows[table])
  if (other.length > 0)
    throw new NotRun(`The backup is not complete: ${other.join(', ')} have other numbers of rows than it says.`)
  return database.transaction().execute(async (transaction) => {
    const done: Record<string, bigint> = {}
    // A backup of an older release lacks the tables of newer ones.
    for (const table of (Object.keys(fates) as (keyof typeof fates)[]).filter((name) => name in rows))
      done[table] = await meet(transaction, { table, moment })
    return done
  })
}
