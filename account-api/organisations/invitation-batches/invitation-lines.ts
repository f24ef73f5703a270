import type { Connection } from '#account-api/database/schema'
import type { BatchLine } from './batch-record'

/** The new lines of a batch that are to be sent by SMS. */
export const newBySms = (connection: Connection, id: string) =>
  connection
    .selectFrom('invitation_lines')
    .where('batch_id', '=', id)
    .where('state', '=', 'new')
    .where('channel', '=', 'mobile')

export const lines = (connection: Connection) =>
  connection
    .selectFrom('invitation_lines')
    .leftJoin('invitations', 'invitations.id', 'invitation_lines.id')
    .selectAll('invitation_lines')
    .select([
      'invitations.public_id as invitation_public_id',
      'invitations.ends_at as invitation_ends_at',
      'invitations.state as invitation_state',
    ])

type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

export const lineOf = (row: LineRow): BatchLine => ({
  id: row.id,
  number: row.number,
  state: row.state,
  channel: row.channel,
  address: row.address,
  typed: row.typed,
  name: row.name,
  note: row.note,
  roleId: row.role_id,
  sameAs: row.same_as,
  invitation:
    row.invitation_public_id === null || row.invitation_state === null
      ? undefined
      : { publicId: row.invitation_public_id, state: row.invitation_state, endsAt: row.invitation_ends_at ?? 0 },
})
