import { sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import { sortKeyOf } from '#rules/typed/name-key'
import { createLargeIndex, dropLargeIndex } from './large-index'
import type { Migration } from './migration'

/** The hash of the previous code, so that a person who types it can be told so. */
export const earlierCodes: Migration = {
  up: async (database) => {
    await sql.raw('alter table codes add column earlier_hash text').execute(database)
  },
}

const named = ['accounts', 'organisations'] as const

/** The names of people and organisations as searches compare them. */
export const nameKeys: Migration = {
  up: async (database) => {
    for (const table of named) {
      const byBytes = isPostgres(database) ? 'collate "C"' : ''
      await sql.raw(`alter table ${table} add column name_key text ${byBytes}`).execute(database)
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from ${sql.table(table)} where name is not null`.execute(database)
      for (const { id, name } of rows)
        await sql`update ${sql.table(table)} set name_key = ${sortKeyOf(name)} where id = ${id}`.execute(database)
    }
  },
}

/** Operators find both by the beginning of these keys, instead of by the names in lower case. */
export const byNameKeys: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    for (const table of named) {
      const where = 'name_key is not null'
      await createLargeIndex(database, { name: `${table}_by_name_key`, table, columns: ['name_key'], where })
      await dropLargeIndex(database, `${table}_by_name`)
    }
  },
}
