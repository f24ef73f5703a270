import type { Differences } from './differences'

/**
 * Organisations, their people, and what they have granted. Constraints exclude impossible states: two managers, two
 * places of one account, a role or a member of another organisation.
 */
export const organisations = ({ byBytes }: Differences): string => `
-- Its sign-in rules and the key of its logo are on its own row, because every call of a member or page reads them.
create table organisations (
  id text primary key,
  public_id text not null unique,
  name text not null,
  name_key text ${byBytes},
  base_infos text not null,
  detail_infos text not null,
  frozen_by text,
  created_at bigint not null,
  closes_at bigint,
  erasing_until bigint,
  erasure_attempts integer default 0 not null,
  logo text,
  second_factor_from bigint,
  proof_minutes integer,
  acting_hours integer,
  sms_allowance integer,
  sms_allowance_until bigint
);
create index organisations_to_erase on organisations (closes_at) where closes_at is not null;
create index organisations_erased_next on organisations ((coalesce(erasing_until, closes_at)))
  where closes_at is not null;
create index organisations_by_name_key on organisations (name_key) where name_key is not null;

create table organisation_logos (
  key text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  base64 text not null,
  created_at bigint not null,
  constraint organisation_logos_organisation unique (organisation_id)
);

-- The members who have to be notified of a new sign-in rule.
create table rule_notices (
  organisation_id text primary key references organisations (id) on delete cascade,
  after text not null,
  due_at bigint not null,
  attempts integer not null
);
create index rule_notices_due on rule_notices (due_at);

-- Other tables name the organisation beside the identity, so that one of another organisation cannot be named. Lists of
-- members sort and search by name_key. The address is the one by which the organisation knows the member, and active_on the
-- day on which the member last used it.
create table identities (
  id text primary key,
  public_id text not null unique,
  user_public_id text not null,
  organisation_id text not null references organisations (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  name_key text ${byBytes} not null,
  is_frozen integer default 0 not null,
  joined_at bigint not null,
  address text,
  active_on integer,
  constraint identities_of_organisation unique (organisation_id, id),
  constraint identities_of_account unique (account_id, organisation_id)
);
create index identities_by_name on identities (organisation_id, name_key, id);
create index identities_by_state_and_name on identities (organisation_id, is_frozen, name_key, id);
create index identities_by_state on identities (organisation_id, is_frozen, id);
create index identities_by_address on identities (organisation_id, address) where address is not null;
create index identities_by_user on identities (user_public_id);
-- A day moves one entry, at most once a day for each member.
create index identities_by_last_day on identities (organisation_id, (coalesce(active_on, joined_at / 86400000)), id);

-- An organisation has one manager at a time.
create table organisation_managers (
  organisation_id text primary key references organisations (id) on delete cascade,
  identity_id text not null unique,
  constraint managers_have_a_place
    foreign key (organisation_id, identity_id) references identities (organisation_id, id)
);

-- Those who have left organisations, and the former place of a removed member: its public id, since when, and its address.
create table former_members (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  is_frozen integer not null,
  removed_at bigint,
  place text,
  joined_at bigint,
  address text,
  constraint former_members_once unique (account_id, organisation_id)
);
create index former_members_by_place on former_members (organisation_id, place);

create table roles (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  key text not null,
  name text not null,
  description text not null,
  permissions text not null,
  is_banned integer default 0 not null,
  created_at bigint not null,
  constraint roles_by_key unique (organisation_id, key),
  constraint roles_of_organisation unique (organisation_id, id)
);

create table identity_roles (
  identity_id text not null,
  role_id text not null,
  organisation_id text not null,
  name_key text ${byBytes} default '' not null,
  constraint identity_roles_key primary key (identity_id, role_id),
  constraint roles_are_held_by_members
    foreign key (organisation_id, identity_id) references identities (organisation_id, id) on delete cascade,
  constraint held_roles_exist
    foreign key (organisation_id, role_id) references roles (organisation_id, id) on delete cascade
);
create index identity_roles_by_name on identity_roles (role_id, name_key, identity_id);
create index identity_roles_by_role on identity_roles (role_id, identity_id);
create index identity_roles_of_organisation on identity_roles (organisation_id, identity_id);

-- The name of an identity from its beginning on, and from each of its words on.
create table name_parts (
  identity_id text not null,
  part text ${byBytes} not null,
  organisation_id text not null,
  constraint name_parts_key primary key (identity_id, part),
  constraint name_parts_are_of_members
    foreign key (organisation_id, identity_id) references identities (organisation_id, id) on delete cascade
);
create index name_parts_by_part on name_parts (organisation_id, part, identity_id);

-- Accounts that organisations created, which wait for the owners of their addresses.
create table activations (
  account_id text primary key references accounts (id) on delete cascade,
  organisation_id text not null references organisations (id) on delete cascade,
  kind text not null,
  value text not null,
  ends_at bigint not null,
  giver_id text,
  constraint activations_of_address unique (value, kind, organisation_id)
);
create index activations_by_organisation on activations (organisation_id, account_id);

-- It is listed by id, which sorts by time: all of it, one kind, or one identity.
create table organisation_log (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  at bigint not null,
  kind text not null,
  actor text not null,
  actor_name text not null,
  target text not null,
  target_name text not null,
  before text,
  after text,
  address text not null,
  client text not null
);
create index organisation_log_by_end on organisation_log (at);
create index organisation_log_by_kind on organisation_log (organisation_id, kind, id);
create index organisation_log_by_actor on organisation_log (organisation_id, actor, id);
create index organisation_log_by_target on organisation_log (organisation_id, target, id);
create index organisation_log_by_time on organisation_log (organisation_id, id);

-- An organisation has one pending transfer at most. Those who lose their place lose their transfers with it.
create table transfers (
  id text primary key,
  public_id text not null unique,
  organisation_id text not null references organisations (id) on delete cascade,
  from_identity_id text not null,
  to_identity_id text not null,
  state text not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  accept_from bigint,
  constraint transfers_come_from_members
    foreign key (organisation_id, from_identity_id) references identities (organisation_id, id) on delete cascade,
  constraint transfers_go_to_members
    foreign key (organisation_id, to_identity_id) references identities (organisation_id, id) on delete cascade,
  constraint transfers_change_the_manager check (from_identity_id <> to_identity_id),
  constraint transfers_end check ((state = 'pending') = (ended_at is null))
);
create unique index transfers_pending on transfers (organisation_id) where ended_at is null;
create index transfers_of_organisation on transfers (organisation_id, created_at);
create index transfers_by_end on transfers (expires_at);

-- One organisation has proven a domain at a time.
create table mail_domains (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  domain text not null,
  token text not null,
  created_at bigint not null,
  proven_since bigint,
  seen_at bigint,
  missing_since bigint,
  next_check_at bigint,
  attempts integer default 0 not null,
  joining text default 'off' not null,
  role_id text,
  chooser_id text,
  constraint mail_domains_of_organisation unique (organisation_id, domain),
  constraint joining_roles_exist foreign key (organisation_id, role_id) references roles (organisation_id, id),
  constraint proven_domains_are_checked check ((proven_since is null) = (next_check_at is null)),
  constraint unproven_domains_are_closed check (proven_since is not null or joining = 'off')
);
create unique index mail_domains_proven_once on mail_domains (domain) where proven_since is not null;
create index mail_domains_due on mail_domains (next_check_at) where next_check_at is not null;

-- Those who have joined by a mail domain, or are let in by none any more.
create table domain_joins (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  is_kept_out integer not null,
  at bigint not null,
  constraint domain_joins_of_account unique (account_id, organisation_id, email)
);
create index domain_joins_by_email on domain_joins (organisation_id, email);
`
