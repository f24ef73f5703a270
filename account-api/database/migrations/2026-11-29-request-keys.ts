import { sql } from 'kysely'
import type { Migration } from './migration'

/** The request keys of completed calls, with the sealed answers. They live for minutes. */
export const requestKeys: Migration = {
  up: async (database) => {
    await sql
      .raw('create table request_keys (hash text primary key, answer text, expires_at bigint not null)')
      .execute(database)
    await sql.raw('create index request_keys_by_end on request_keys (expires_at)').execute(database)
  },
}

/** A form that was posted after its session had ended, sealed, with the page that it leads back to. */
export const keptForms: Migration = {
  up: async (database) => {
    await sql.raw('alter table return_addresses add column form text').execute(database)
  },
}
