import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type {
  InvitationChannel,
  InvitationState,
  UndeliverableReason,
} from '#contract/organisations/invitations/invitations'
import type {
  Invitation,
  InvitationPage,
  InvitationRecord,
  NewInvitation,
  ReceivedInvitation,
} from './invitation-record'
import { invitationOf, invitations, receivedInvitations, receivedOf, rowOf } from './invitation-rows'
import { insertInvitationNames, invitationSearch } from './invitation-search-store'

/** The fields that a new or a resent invitation sets. */
interface Sending {
  tokenHash: string
  sent: number
  endsAt: number
  inviterId: string
}

/** Literal, because the indexes of pending invitations are partial. */
const isPending = sql<boolean>`invitations.state = 'pending'`

export const invitationStore = (connection: Connection) => ({
  /**
   * Adds invitations, and returns the ids of the added ones. An address with a pending invitation to the organisation
   * gets no other.
   */
  insert: async (added: readonly NewInvitation[]): Promise<string[]> => {
    if (added.length === 0) return []
    const rows = await connection
      .insertInto('invitations')
      .values(added.map(rowOf))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'organisation_id', 'name'])
      .execute()
    await insertInvitationNames(
      connection,
      rows.map(({ organisation_id, ...row }) => ({ ...row, organisationId: organisation_id })),
    )
    return rows.map(({ id }) => id)
  },

  find: async (organisationId: string, publicId: string): Promise<Invitation | undefined> => {
    const row = await invitations(connection).where('invitations.public_id', '=', publicId).executeTakeFirst()
    return row?.organisation_id === organisationId ? invitationOf(row) : undefined
  },

  /** The invitation of a token, or with a public id. */
  received: async (by: { tokenHash: string } | { publicId: string }): Promise<ReceivedInvitation | undefined> => {
    const query = receivedInvitations(connection)
    const row = await ('tokenHash' in by
      ? query.where('invitations.token_hash', '=', by.tokenHash)
      : query.where('invitations.public_id', '=', by.publicId)
    ).executeTakeFirst()
    return row && receivedOf(row)
  },

  /** The invitations of an organisation, the newest first. */
  list: async (organisationId: string, { state, after, offset, limit }: InvitationPage): Promise<Invitation[]> => {
    const rows = await invitations(connection)
      .where('invitations.organisation_id', '=', organisationId)
      .$if(state !== undefined, (query) => query.where('invitations.state', '=', state ?? 'pending'))
      .$if(after !== undefined, (query) => query.where('invitations.id', '<', after ?? ''))
      .orderBy('invitations.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(invitationOf)
  },

  /** The pending, unexpired invitations to an address, the newest first. */
  ofAddress: async (address: string, { at, limit }: { at: number; limit: number }): Promise<ReceivedInvitation[]> => {
    const rows = await receivedInvitations(connection)
      .where('invitations.address', '=', address)
      .where(isPending)
      .where('invitations.ends_at', '>', at)
      .orderBy('invitations.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(receivedOf)
  },

  /** The public ids of the pending invitations to these addresses, by address. */
  pendingTo: async (
    organisationId: string,
    channel: InvitationChannel,
    addresses: readonly string[],
  ): Promise<Map<string, string>> => {
    if (addresses.length === 0) return new Map()
    const rows = await connection
      .selectFrom('invitations')
      .select(['address', 'public_id'])
      .where('organisation_id', '=', organisationId)
      .where('channel', '=', channel)
      .where('address', 'in', addresses)
      .where(isPending)
      .execute()
    return new Map(rows.map(({ address, public_id }) => [address ?? '', public_id]))
  },

  /** Ends the expired invitations among the pending ones to these addresses. */
  expireTo: async (
    organisationId: string,
    channel: InvitationChannel,
    addresses: readonly string[],
    at: number,
  ): Promise<void> => {
    if (addresses.length === 0) return
    await connection
      .updateTable('invitations')
      .set({ state: 'expired' })
      .where('organisation_id', '=', organisationId)
      .where('channel', '=', channel)
      .where('address', 'in', addresses)
      .where(isPending)
      .where('ends_at', '<=', at)
      .execute()
  },

  /** Makes an invitation pending with a new token. False when it was resent meanwhile. */
  resend: async (id: string, { tokenHash, sent, endsAt, inviterId }: Sending): Promise<boolean> => {
    const resent = await connection
      .updateTable('invitations')
      .set({
        state: 'pending',
        undeliverable_reason: null,
        token_hash: tokenHash,
        sent,
        ends_at: endsAt,
        inviter_id: inviterId,
      })
      .where('id', '=', id)
      .where('sent', '=', sent - 1)
      .returning('id')
      .executeTakeFirst()
    return resent !== undefined
  },

  /** Changes the given fields. */
  update: async (
    id: string,
    {
      roleId,
      inviterId,
      name,
      note,
      endsAt,
    }: Partial<Pick<InvitationRecord, 'roleId' | 'inviterId' | 'name' | 'note' | 'endsAt'>>,
  ): Promise<void> => {
    const updated = await connection
      .updateTable('invitations')
      .set({
        ...(roleId !== undefined && { role_id: roleId }),
        ...(inviterId !== undefined && { inviter_id: inviterId }),
        ...(name !== undefined && { name }),
        ...(note !== undefined && { note }),
        ...(endsAt !== undefined && { ends_at: endsAt }),
      })
      .where('id', '=', id)
      .returning('organisation_id')
      .executeTakeFirst()
    if (name === undefined || !updated) return
    await connection.deleteFrom('invitation_name_parts').where('invitation_id', '=', id).execute()
    await insertInvitationNames(connection, [{ id, organisationId: updated.organisation_id, name }])
  },

  /** Some invitations of a member, in any state, ordered by id after a given one. */
  sentBy: async (
    organisationId: string,
    { inviterId, after, limit }: { inviterId: string; after: string; limit: number },
  ): Promise<Invitation[]> => {
    const rows = await invitations(connection)
      .where('invitations.organisation_id', '=', organisationId)
      .where('invitations.id', '>', after)
      .where('inviter_id', '=', inviterId)
      .orderBy('invitations.id')
      .limit(limit)
      .execute()
    return rows.map(invitationOf)
  },

  /** Ends a pending, unexpired invitation. False when it had ended already. */
  end: async (id: string, { state, at }: { state: InvitationState; at: number }): Promise<boolean> => {
    const ended = await connection
      .updateTable('invitations')
      .set({ state, ends_at: at })
      .where('id', '=', id)
      .where(isPending)
      .where('ends_at', '>', at)
      .returning('id')
      .executeTakeFirst()
    return ended !== undefined
  },

  /**
   * Takes one place, and ends the invitation with the last one. False when none is left, or the invitation had ended.
   */
  takePlace: async (id: string, at: number): Promise<boolean> => {
    const taken = await connection
      .updateTable('invitations')
      .set((column) => ({
        places_left: column('places_left', '-', 1),
        state: column
          .case()
          .when('places_left', '=', 1)
          .then(sql.lit<InvitationState>('accepted'))
          .else(column.ref('state'))
          .end(),
        // Kysely writes a number after `then` into the text, which would make each statement different.
        ends_at: column
          .case()
          .when('places_left', '=', 1)
          .then(sql<number>`cast(${at} as bigint)`)
          .else(column.ref('ends_at'))
          .end(),
      }))
      .where('id', '=', id)
      .where(isPending)
      .where('ends_at', '>', at)
      .where('places_left', '>', 0)
      .returning('id')
      .executeTakeFirst()
    return taken !== undefined
  },

  /** Ends the pending invitation of a token whose message was given up. */
  giveUp: async (tokenHash: string, { reason, at }: { reason: UndeliverableReason; at: number }): Promise<void> => {
    await connection
      .updateTable('invitations')
      .set({ state: 'undeliverable', undeliverable_reason: reason, ends_at: at })
      .where('token_hash', '=', tokenHash)
      .where(isPending)
      .execute()
  },

  /** Ends expired pending invitations. Returns how many. */
  expire: async (at: number, limit: number): Promise<number> => {
    const { numUpdatedRows } = await connection
      .updateTable('invitations')
      .set({ state: 'expired' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('invitations')
          .select('id')
          .where(isPending)
          .where('ends_at', '<=', at)
          .orderBy('ends_at')
          .limit(limit),
      )
      .where(isPending)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },

  ...invitationSearch(connection),
})

export type InvitationStore = ReturnType<typeof invitationStore>
