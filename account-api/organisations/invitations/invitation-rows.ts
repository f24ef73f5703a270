import type { Insertable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { joinedOrganisation, joinedOrganisationOf } from '#account-api/organisations/records/organisation-store'
import { joinedRole, joinedRoleOf } from '#account-api/organisations/records/role-store'
import type { Invitation, NewInvitation, ReceivedInvitation } from './invitation-record'

/** Invitations with their roles and inviters. */
export const invitations = (connection: Connection) =>
  connection
    .selectFrom('invitations')
    .leftJoin('roles', 'roles.id', 'invitations.role_id')
    .leftJoin('identities', 'identities.id', 'invitations.inviter_id')
    .selectAll('invitations')
    .select([...joinedRole, 'identities.account_id as inviter_account_id', 'identities.name as inviter_name'])

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
  role: joinedRoleOf(row),
  inviter:
    row.inviter_account_id === null ? undefined : { accountId: row.inviter_account_id, name: row.inviter_name ?? '' },
})

export const receivedInvitations = (connection: Connection) =>
  invitations(connection)
    .innerJoin('organisations', 'organisations.id', 'invitations.organisation_id')
    .select(joinedOrganisation)

type ReceivedRow = Awaited<ReturnType<ReturnType<typeof receivedInvitations>['executeTakeFirstOrThrow']>>

export const receivedOf = (row: ReceivedRow): ReceivedInvitation => ({
  ...invitationOf(row),
  organisation: joinedOrganisationOf(row),
})

export const rowOf = ({
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
}: NewInvitation): Insertable<Schema['invitations']> => ({
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
