import type { Invitation, ReceivedInvitation } from '../domain/invitation/invitation-store'
import { organisationOf } from './organisation-store'
import { roleOf } from './role-store'
import type { Connection } from './schema'

/** Invitations with their roles and inviters. */
export const invitations = (connection: Connection) =>
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

export const invitationOf = (row: Row): Invitation => ({
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

export const receivedInvitations = (connection: Connection) =>
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

export const receivedOf = (row: ReceivedRow): ReceivedInvitation => ({
  ...invitationOf(row),
  organisation: organisationOf({
    ...row,
    id: row.organisation_id,
    public_id: row.organisation_public_id,
    name: row.organisation_name,
    created_at: row.organisation_created_at,
  }),
})
