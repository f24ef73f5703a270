import { sql } from 'kysely'
import type { Migration } from './migration'

const statements = [
  // Answers to the invitations of a member that the member was not notified of yet. A row stays for an hour after a message.
  `create table invitation_answers (
    identity_id text primary key references identities (id) on delete cascade,
    accepted integer not null,
    declined integer not null,
    name text,
    due_at bigint not null,
    attempts integer default 0 not null
  )`,
  'create index invitation_answers_due on invitation_answers (due_at)',
]

/** Inviters are notified of answers, once an hour at most. */
export const invitationAnswers: Migration = {
  up: async (database) => {
    for (const statement of statements) await sql.raw(statement).execute(database)
  },
}
