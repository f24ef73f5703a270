import type { Kysely } from 'kysely'
import type { Manifest } from '#account-api/custody/manifest'
import { namesOf } from '#account-api/database/migrate'
import { rowCounts } from '#account-api/database/row-counts'

/** A summary of a database that shows whether a copy is complete. */
export type Contents = Pick<Manifest, 'migrations' | 'rows'>

export const contentsOf = async (database: Kysely<unknown>): Promise<Contents> => ({
  migrations: await namesOf(database),
  rows: await rowCounts(database),
})
