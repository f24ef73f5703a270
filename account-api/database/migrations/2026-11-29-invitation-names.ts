import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#account-api/database/dialect'
import { namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import type { Migration } from './migration'

/** How many invitations are read at once. */
const atOnce = 1000

interface Named {
  id: string
  organisation_id: string
  name: string
}

/**
 * Adds the name of an invitation from its beginning, and from each of its words, for searches. Copies of the previous
 * release add none, so an invitation that they send during an upgrade is found by its address.
 */
export const invitationNames: Migration = {
  up: async (database) => {
    const byBytes = sql.raw(isPostgres(database) ? 'collate "C"' : '')
    await sql`create table invitation_name_parts (
      invitation_id text not null references invitations (id) on delete cascade,
      part text ${byBytes} not null,
      organisation_id text not null,
      constraint invitation_name_parts_key primary key (invitation_id, part)
    )`.execute(database)
    let after = ''
    do after = await addParts(database, after)
    while (after !== '')
    await sql`create index invitation_name_parts_by_part
      on invitation_name_parts (organisation_id, part, invitation_id)`.execute(database)
  },
}

/** Adds the parts of the next invitations. Returns the id of the last one; empty after the last invitation. */
const addParts = async (database: Kysely<unknown>, after: string): Promise<string> => {
  const { rows } = await sql<Named>`select id, organisation_id, name from invitations
    where id > ${after} order by id limit ${sql.lit(atOnce)}`.execute(database)
  const parts = rows
    .filter(({ name }) => name !== '')
    .flatMap(({ id, organisation_id, name }) =>
      namePartsOf(sortKeyOf(name)).map((part) => sql`(${id}, ${part}, ${organisation_id})`),
    )
  if (parts.length > 0)
    await sql`insert into invitation_name_parts (invitation_id, part, organisation_id)
      values ${sql.join(parts)}`.execute(database)
  return rows.at(-1)?.id ?? ''
}
