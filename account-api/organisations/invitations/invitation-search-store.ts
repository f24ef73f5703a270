import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type { EntryKey } from '#account-api/kernel/pages/entry-key'
import type { InvitationState } from '#contract/organisations/invitations/invitations'
import { lastCharacter, namePartsOf, sortKeyOf } from '#rules/typed/name-key'
import type { Invitation } from './invitation-record'
import { invitationOf, invitations } from './invitation-rows'

interface SearchRange {
  /** Undefined: any. */
  state: InvitationState | undefined
  after: EntryKey | undefined
  offset: number
  limit: number
}

/** How many matching names a page for one state examines, because few of them may be in that state. */
const mostLooked = 10_000

/** How many invitations to one address a search shows at most. */
const mostToAddress = 100

interface Named {
  id: string
  organisationId: string
  name: string
}

/** Adds the parts of the names of invitations that searches use. An empty name has none. */
export const insertInvitationNames = async (connection: Connection, named: readonly Named[]): Promise<void> => {
  const parts = named
    .filter(({ name }) => name !== '')
    .flatMap(({ id, organisationId, name }) =>
      namePartsOf(sortKeyOf(name)).map((part) => ({ invitation_id: id, part, organisation_id: organisationId })),
    )
  if (parts.length > 0) await connection.insertInto('invitation_name_parts').values(parts).execute()
}

export const invitationSearch = (connection: Connection) => ({
  /**
   * The invitations whose name, or a part of it, begins with a text. Each is listed once, by the first matching part.
   */
  search: async (
    organisationId: string,
    beginning: string,
    { state, after, offset, limit }: SearchRange,
  ): Promise<{ found: Invitation[]; next: EntryKey | undefined }> => {
    const named = positions(connection, { organisationId, beginning, after })
    // One extra entry shows whether there are more.
    const keys = await (state === undefined
      ? named
          .offset(offset)
          .limit(limit + 1)
          .execute()
      : inState(connection, named.limit(mostLooked), state)
          .offset(offset)
          .limit(limit + 1)
          .execute())
    const shown = keys.slice(0, limit)
    const found = await withIds(
      connection,
      shown.map(({ id }) => id),
    )
    if (keys.length > limit) return { found, next: shown.at(-1) }
    // More matches may follow the last examined name.
    const last =
      state === undefined
        ? undefined
        : await named
            .offset(mostLooked - 1)
            .limit(1)
            .executeTakeFirst()
    return { found, next: last }
  },

  /** The invitations of an organisation to these addresses, the newest first. */
  toAddresses: async (
    organisationId: string,
    addresses: readonly string[],
    state: InvitationState | undefined,
  ): Promise<Invitation[]> => {
    // Searched by the address, which few invitations have, and not by the organisation, which may have very many.
    const sent = await connection
      .selectFrom('invitations')
      .select(['id', 'organisation_id', 'state'])
      .where('address', 'in', addresses)
      .orderBy('id', 'desc')
      .execute()
    const found = sent.filter(
      (each) => each.organisation_id === organisationId && (state === undefined || each.state === state),
    )
    return withIds(
      connection,
      found.slice(0, mostToAddress).map(({ id }) => id),
    )
  },
})

/** The positions of the invitations with a matching name, in the order of their first matching parts. */
const positions = (
  connection: Connection,
  { organisationId, beginning, after }: { organisationId: string; beginning: string; after: EntryKey | undefined },
) =>
  connection
    .selectFrom('invitation_name_parts')
    .select(['invitation_name_parts.part as value', 'invitation_name_parts.invitation_id as id'])
    .where('invitation_name_parts.organisation_id', '=', organisationId)
    .where('invitation_name_parts.part', '>=', beginning)
    .where('invitation_name_parts.part', '<', beginning + lastCharacter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invitation_name_parts.part, invitation_name_parts.invitation_id) > (${after?.value ?? ''}, ${after?.id ?? ''})`,
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invitation_name_parts as earlier')
            .select('earlier.part')
            .whereRef('earlier.invitation_id', '=', 'invitation_name_parts.invitation_id')
            .where('earlier.part', '>=', beginning)
            .whereRef('earlier.part', '<', 'invitation_name_parts.part'),
        ),
      ),
    )
    .orderBy('invitation_name_parts.part')
    .orderBy('invitation_name_parts.invitation_id')

const inState = (connection: Connection, looked: ReturnType<typeof positions>, state: InvitationState) =>
  connection
    .selectFrom(looked.as('looked'))
    .innerJoin('invitations', 'invitations.id', 'looked.id')
    .select(['looked.value', 'looked.id'])
    .where('invitations.state', '=', state)
    .orderBy('looked.value')
    .orderBy('looked.id')

/** The invitations with these ids, in this order. */
const withIds = async (connection: Connection, ids: readonly string[]): Promise<Invitation[]> => {
  if (ids.length === 0) return []
  const rows = await invitations(connection).where('invitations.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, invitationOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
