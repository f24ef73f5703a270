import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

/**
 * Whether refresh tokens give tokens for an API, which of its scopes organisations may give to their service accounts, who
 * has registered these, until when their secrets are good, and the token that another one was given for (RFC 8693).
 */
export const tokensForApis: Migration = {
  up: async (database) => {
    for (const statement of [
      'alter table open_apis add column may_refresh integer not null default 0',
      "alter table open_apis add column organisation_scopes text not null default '[]'",
      'alter table open_clients add column registered_by text',
      'alter table open_clients add column secret_expires_at bigint',
      'alter table protocol_records add column subject_hash text references protocol_records (hash) on delete cascade',
    ])
      await sql.raw(statement).execute(database)
  },
}

export const tokensBySubject: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, {
      name: 'protocol_records_by_subject',
      table: 'protocol_records',
      columns: ['subject_hash'],
      where: 'subject_hash is not null',
    }),
}
