import { join } from 'node:path'
import { Kysely } from 'kysely'
import { migrationDialect } from '#account-api/database/postgres'
import { sqliteDialect, sqliteReader } from '#account-api/database/sqlite'
import type { AnyDatabase } from '#account-api/moving/archive/archive-store'
import { takeArchive } from '#account-api/moving/archive/take-archive'
import { writeArchive } from '#account-api/moving/archive/write-archive'
import type { ApiDatabase } from '#tests/fixtures/databases/look-into'
import { folderForTest } from '#tests/fixtures/programs/own-folder'

const sqliteAt = ({ dataDir }: ApiDatabase): string => join(dataDir, 'butterfly.db')

const using = async <Result>(
  dialect: ReturnType<typeof sqliteReader> | ReturnType<typeof migrationDialect>,
  work: (database: AnyDatabase) => Promise<Result>,
): Promise<Result> => {
  const database: AnyDatabase = new Kysely({ dialect })
  return work(database).finally(() => database.destroy())
}

/** A path for an archive, which is removed with the test. */
export const archivePath = (): string => folderForTest('archive').at('deployment.archive')

/** Exports a deployment, even one that is running. */
export const exportFrom = (place: ApiDatabase, to: string, passphrase?: string) =>
  using(place.databaseUrl === undefined ? sqliteReader(sqliteAt(place)) : migrationDialect(place.databaseUrl), (one) =>
    writeArchive(one, { to, passphrase, now: Date.now() }),
  )

/** Imports an archive into a database with the current schema. */
export const importInto = (place: ApiDatabase, from: string, passphrase?: string) =>
  using(place.databaseUrl === undefined ? sqliteDialect(sqliteAt(place)) : migrationDialect(place.databaseUrl), (one) =>
    takeArchive(one, { from, passphrase }),
  )
