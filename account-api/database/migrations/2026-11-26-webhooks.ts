import { sql } from 'kysely'
import { createLargeIndex } from './large-index'
import type { Migration } from './migration'

const statements = [
  // 1: not handed out to webhooks yet. Older copies continue writing events without it, so webhooks do not get those.
  'alter table events add column is_unread smallint not null default 0',
  // The entry in the organisation's log: the act, and who did it there.
  'alter table events add column organisation_act text',
  'alter table events add column organisation_actor text',
  `create table webhooks (
    id text primary key,
    organisation_id text references organisations (id) on delete cascade,
    url text not null,
    events text not null,
    sealed text not null,
    sealed_by text not null,
    previous_until bigint,
    created_at bigint not null,
    disabled_at bigint,
    disabled_because text,
    due_at bigint,
    busy_until bigint not null,
    holder text,
    is_woken smallint not null,
    failures integer not null,
    failing_since bigint,
    answer text,
    answered_at bigint
  )`,
  'create index webhooks_of_organisation on webhooks (organisation_id, id)',
  'create index webhooks_due on webhooks (due_at) where disabled_at is null',
  'create index webhooks_by_seal on webhooks (sealed_by)',
  'create index webhooks_off on webhooks (disabled_because) where disabled_because is not null',
  // Without a next attempt, a delivery is a dead letter. Its event may be erased before it.
  `create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    event_id text,
    attempts integer not null,
    next_attempt_at bigint,
    answer text
  )`,
  'create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, next_attempt_at, id)',
  'create index webhook_deliveries_by_time on webhook_deliveries (next_attempt_at)',
]

/** Where events are sent, and which deliveries wait. */
export const webhooks: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}

/** The events that are not handed out yet. */
export const unreadEvents: Migration = {
  outsideTransaction: true,
  up: (database) =>
    createLargeIndex(database, { name: 'events_unread', table: 'events', columns: ['id'], where: 'is_unread = 1' }),
}
