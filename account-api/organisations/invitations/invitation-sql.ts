import { type Insertable, sql } from 'kysely'
import type { InvitationState, InvitationStore, NewInvitation } from './invitation-store'
import { invitationOf, invitations, receivedInvitations, receivedOf } from './invitation-rows'
import type { OrganisationTables } from '../organisation-tables'
import type { Connection } from '../../database/schema'

/** Literal, since the indexes of pending ones are partial. */
const isPending = sql<boolean>`invitations.state = 'pending'`

export const invitationStore = (connection: Connection): InvitationStore => ({
  insert: async (added) => {
    if (added.length === 0) return []
    const rows = await connection
      .insertInto('invitations')
      .values(added.map(rowOf))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  find: async (organisationId, publicId) => {
    const row = await invitations(connection).where('invitations.public_id', '=', publicId).executeTakeFirst()
    return row?.organisation_id === organisationId ? invitationOf(row) : undefined
  },

  received: async (by) => {
    const query = receivedInvitations(connection)
    const row = await ('tokenHash' in by
      ? query.where('invitations.token_hash', '=', by.tokenHash)
      : query.where('invitations.public_id', '=', by.publicId)
    ).executeTakeFirst()
    return row && receivedOf(row)
  },

  list: async (organisationId, { state, after, offset, limit }) => {
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

  ofAddress: async (address, { at, limit }) => {
    const rows = await receivedInvitations(connection)
      .where('invitations.address', '=', address)
      .where(isPending)
      .where('invitations.ends_at', '>', at)
      .orderBy('invitations.id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(receivedOf)
  },

  pendingTo: async (organisationId, channel, addresses) => {
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

  expireTo: async (organisationId, channel, addresses, at) => {
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

  resend: async (id, { tokenHash, sent, endsAt, inviterId }) => {
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

  update: async (id, { roleId, inviterId, name, note, endsAt }) => {
    await connection
      .updateTable('invitations')
      .set({
        ...(roleId !== undefined && { role_id: roleId }),
        ...(inviterId !== undefined && { inviter_id: inviterId }),
        ...(name !== undefined && { name }),
        ...(note !== undefined && { note }),
        ...(endsAt !== undefined && { ends_at: endsAt }),
      })
      .where('id', '=', id)
      .execute()
  },

  end: async (id, { state, at }) => {
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

  takePlace: async (id, at) => {
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
        ends_at: column.case().when('places_left', '=', 1).then(at).else(column.ref('ends_at')).end(),
      }))
      .where('id', '=', id)
      .where(isPending)
      .where('ends_at', '>', at)
      .where('places_left', '>', 0)
      .returning('id')
      .executeTakeFirst()
    return taken !== undefined
  },

  giveUp: async (tokenHash, { reason, at }) => {
    await connection
      .updateTable('invitations')
      .set({ state: 'undeliverable', undeliverable_reason: reason, ends_at: at })
      .where('token_hash', '=', tokenHash)
      .where(isPending)
      .execute()
  },

  expire: async (at, limit) => {
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
})

const rowOf = ({
  publicId,
  organisationId,
  roleId,
  extra,
  nextUrl,
  inviterId,
  tokenHash,
  createdAt,
  endsAt,
  ...row
}: NewInvitation): Insertable<OrganisationTables['invitations']> => ({
  ...row,
  public_id: publicId,
  organisation_id: organisationId,
  role_id: roleId,
  extra: extra && JSON.stringify(extra),
  next_url: nextUrl,
  inviter_id: inviterId,
  token_hash: tokenHash,
  state: 'pending',
  places_left: row.places,
  sent: 1,
  created_at: createdAt,
  ends_at: endsAt,
})
