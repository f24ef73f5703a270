/** Invitations to organisations, by address, by link and by list, and requests to join. */
export const invitations = (): string => `
-- An address has one pending invitation to an organisation, and no more people come in by a link than it has places.
-- The inviter is an identity that may be gone.
create table invitations (
  id text primary key,
  public_id text not null unique,
  organisation_id text not null references organisations (id) on delete cascade,
  channel text not null,
  address text,
  role_id text,
  name text not null,
  note text not null,
  extra text,
  next_url text not null,
  inviter_id text not null,
  token_hash text not null unique,
  state text not null,
  places integer not null,
  places_left integer not null check (places_left >= 0),
  sent integer not null,
  language text not null,
  created_at bigint not null,
  ends_at bigint not null,
  undeliverable_reason text,
  constraint invited_roles_exist foreign key (organisation_id, role_id) references roles (organisation_id, id)
);
create unique index one_pending_invitation on invitations (organisation_id, channel, address) where state = 'pending';
create index invitations_due on invitations (ends_at) where state = 'pending';
create index invitations_by_end on invitations (ends_at);
create index invitations_by_state on invitations (organisation_id, state, id);
create index invitations_by_organisation on invitations (organisation_id, id);
create index invitations_by_address on invitations (address, id);
create index invitations_by_inviter on invitations (inviter_id, id);

-- Lists of people to invite, with a row for each line.
create table invitation_batches (
  id text primary key,
  public_id text not null unique,
  organisation_id text not null references organisations (id) on delete cascade,
  inviter_id text not null,
  state text not null,
  format text not null,
  list text not null,
  region text not null,
  role_id text,
  note text not null,
  days integer not null,
  language text not null,
  line_count integer not null,
  checked_count integer not null,
  created_at bigint not null,
  work_at bigint,
  attempts integer not null,
  constraint roles_of_batches_exist foreign key (organisation_id, role_id) references roles (organisation_id, id)
);
create index invitation_batches_by_organisation on invitation_batches (organisation_id, id);
create index invitation_batches_due on invitation_batches (work_at) where work_at is not null;
create index invitation_batches_by_inviter on invitation_batches (inviter_id, created_at);

create table invitation_lines (
  id text primary key,
  batch_id text not null references invitation_batches (id) on delete cascade,
  organisation_id text not null,
  number integer not null,
  state text not null,
  channel text,
  address text,
  typed text not null,
  name text not null,
  note text not null,
  role_id text,
  same_as integer,
  constraint one_line_of_a_number unique (batch_id, number),
  constraint roles_of_lines_exist foreign key (organisation_id, role_id) references roles (organisation_id, id)
);
create index invitation_lines_by_state on invitation_lines (batch_id, state, number);
create index invitation_lines_by_address on invitation_lines (address, batch_id);
create index invitation_lines_by_organisation on invitation_lines (organisation_id);

-- Answers to the invitations of a member that the member was not notified of yet. A row stays for an hour after a message.
create table invitation_answers (
  identity_id text primary key references identities (id) on delete cascade,
  accepted integer not null,
  declined integer not null,
  name text,
  due_at bigint not null,
  attempts integer default 0 not null
);
create index invitation_answers_due on invitation_answers (due_at);

-- Requests of people to join. With roles, as a JSON array of names, the organisation offers a former place again.
create table join_requests (
  id text primary key,
  public_id text not null,
  organisation_id text not null references organisations (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  name text not null,
  roles text,
  state text not null,
  asked_at bigint not null,
  ends_at bigint not null,
  constraint join_requests_public_id unique (public_id),
  constraint join_requests_account unique (account_id, organisation_id)
);
create index join_requests_by_organisation on join_requests (organisation_id, state, id);
create index join_requests_ends_at on join_requests (ends_at);
`
