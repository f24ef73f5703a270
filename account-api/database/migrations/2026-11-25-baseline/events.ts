/** Events, and where they are sent. */
export const events = (): string => `
-- Act, actor and outcome. The key sorts by time, which readers and the sweep use. With is_unread the event is not handed
-- out to webhooks yet. organisation_act and organisation_actor are its entry in the log of the organisation.
create table events (
  id text primary key,
  at bigint not null,
  call text not null,
  actor text not null,
  account_id text references accounts (id) on delete cascade,
  organisation_id text,
  organisation_act text,
  organisation_actor text,
  target text,
  client text,
  outcome text not null,
  reason text,
  log_id text not null,
  address_hash text,
  browser text not null,
  is_unread smallint default 0 not null
);
create index events_of_account on events (account_id, id);
create index events_by_log_id on events (log_id);
create index events_unread on events (id) where is_unread = 1;

create table webhooks (
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
);
create index webhooks_of_organisation on webhooks (organisation_id, id);
create index webhooks_due on webhooks (due_at) where disabled_at is null;
create index webhooks_by_seal on webhooks (sealed_by);
create index webhooks_off on webhooks (disabled_because) where disabled_because is not null;

-- Without a next attempt, a delivery is a dead letter. Its event may be erased before it.
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text,
  attempts integer not null,
  next_attempt_at bigint,
  answer text
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, next_attempt_at, id);
create index webhook_deliveries_by_time on webhook_deliveries (next_attempt_at);
`
