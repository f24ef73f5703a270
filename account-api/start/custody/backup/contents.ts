import type { Kysely } from 'kysely'
import { namesOf } from '#account-api/database/migrate'
import { rowCounts } from '#account-api/database/row-counts'
import type { Manifest } from '#account-api/start/custody/manifest'

/** What a database holds, by which a copy of it is known to be whole. */
export type Contents = Pick<Manifest, 'migrations' | 'rows'>

export const contentsOf = async (database: Kysely<unknown>): Promise<Contents> => ({
  migrations: await namesOf(database),
  rows: await rowCounts(database),
})
