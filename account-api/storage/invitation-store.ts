import { sql } from 'kysely'
import type {
  Invitation,
  InvitationState,
  InvitationStore,
  ReceivedInvitation,
} from '../domain/invitation/invitation-store'
import { organisationOf } from './organisation-store'
import { roleOf } from './role-store'
import type { Connection } from './schema'

/** Literal, since the indexes of pending ones are partial. */
const isPending = sql<boolean>`invitations.state = 'pending'`

export const invitationStore = (connection: Connection): InvitationStore => ({
  insert: async ({
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
  }) => {
    const { numInsertedOrUpdatedRows = 0n } = await connection
      .insertInto('invitations')
      .values({
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
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
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

  pendingTo: async ({ organisationId, channel, address }) => {
    const row = await connection
      .selectFrom('invitations')
      .select('public_id')
      .where('organisation_id', '=', organisationId)
      .where('channel', '=', channel as 'mobile')
      .where('address', '=', address)
      .where(isPending)
      .executeTakeFirst()
    return row?.public_id
  },

  expireTo: async ({ organisationId, channel, address, at }) => {
    await connection
      .updateTable('invitations')
      .set({ state: 'expired' })
      .where('organisation_id', '=', organisationId)
      .where('channel', '=', channel as 'mobile')
      .where('address', '=', address)
      .where(isPending)
      .where('ends_at', '<=', at)
      .execute()
  },

  resend: async (id, { tokenHash, sent, endsAt }) => {
    const resent = await connection
      .updateTable('invitations')
      .set({ state: 'pending', undeliverable_reason: null, token_hash: tokenHash, sent, ends_at: endsAt })
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

/** Invitations with their roles and inviters. */
const invitations = (connection: Connection) =>
  connection
    .selectFrom('invitations')
    .leftJoin('roles', 'roles.id', 'invitations.role_id')
    .leftJoin('identities', 'identities.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select([
      'roles.key as role_key',
      'roles.name as role_name',
      'roles.description as role_description',
      'roles.permissions as role_permissions',
      'roles.is_banned as role_is_banned',
      'roles.created_at as role_created_at',
      'identities.account_id as inviter_account_id',
      'identities.name as inviter_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  publicId: row.public_id,
  organisationId: row.organisation_id,
  channel: row.channel,
  address: row.address,
  roleId: row.role_id,
  name: row.name,
  note: row.note,
  extra: row.extra === null ? null : (JSON.parse(row.extra) as Record<string, unknown>),
  nextUrl: row.next_url,
  inviterId: row.inviter_id,
  tokenHash: row.token_hash,
  state: row.state,
  undeliverableReason: row.undeliverable_reason,
  places: row.places,
  placesLeft: row.places_left,
  sent: row.sent,
  language: row.language,
  createdAt: row.created_at,
  endsAt: row.ends_at,
  role: invitedRoleOf(row),
  inviter:
    row.inviter_account_id === null ? undefined : { accountId: row.inviter_account_id, name: row.inviter_name ?? '' },
})

const invitedRoleOf = (row: Row): Invitation['role'] =>
  row.role_id === null
    ? undefined
    : roleOf({
        id: row.role_id,
        organisation_id: row.organisation_id,
        key: row.role_key ?? '',
        name: row.role_name ?? '',
        description: row.role_description ?? '',
        permissions: row.role_permissions ?? '[]',
        is_banned: row.role_is_banned ?? 1,
        created_at: row.role_created_at ?? 0,
      })

const receivedInvitations = (connection: Connection) =>
  invitations(connection)
    .innerJoin('organisations', 'organisations.id', 'invitations.organisation_id')
    .select([
      'organisations.public_id as organisation_public_id',
      'organisations.name as organisation_name',
      'organisations.base_infos',
      'organisations.detail_infos',
      'organisations.frozen_by',
      'organisations.created_at as organisation_created_at',
      'organisations.closes_at',
    ])

type ReceivedRow = Awaited<ReturnType<ReturnType<typeof receivedInvitations>['executeTakeFirstOrThrow']>>

const receivedOf = (row: ReceivedRow): ReceivedInvitation => ({
  ...invitationOf(row),
  organisation: organisationOf({
    ...row,
    id: row.organisation_id,
    public_id: row.organisation_public_id,
    name: row.organisation_name,
    created_at: row.organisation_created_at,
  }),
})
