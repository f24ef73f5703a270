import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

const statements = [
  // The answer to the last attempt to deliver a message.
  'alter table outbox add column answer text',
  // When the link of a recovery by the operator was sent.
  'alter table pending_changes add column sent_at bigint',
  'alter table organisations add column sms_allowance integer',
  'alter table organisations add column sms_allowance_until bigint',
  `create table announcements (
    id text primary key,
    text_en text not null,
    text_zh_hans text not null,
    starts_at bigint not null,
    ends_at bigint not null
  )`,
  'create index announcements_by_end on announcements (ends_at)',
]

/** Help by operators: failed messages, recoveries, allowances, announcements. */
export const operatorHelp: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

/** Messages that failed, and members by the ids that organisations have for them. */
export const operatorHelpIndexes: Migration = {
  outsideTransaction: true,
  up: async (database) => {
    await createLargeIndex(database, {
      name: 'outbox_failed',
      table: 'outbox',
      columns: ['channel', 'id'],
      where: 'answer is not null and delivered_at is null',
    })
    await createLargeIndex(database, { name: 'identities_by_user', table: 'identities', columns: ['user_public_id'] })
  },
}

/** Events by the log id of an act, as shown on a page or in a log. */
export const eventsByLogId: Migration = {
  outsideTransaction: true,
  up: (database) => createLargeIndex(database, { name: 'events_by_log_id', table: 'events', columns: ['log_id'] }),
}
