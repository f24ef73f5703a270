import type { Connection } from '#account-api/database/schema'
import type { Batch } from './batch-record'

/** Batches with the member of their inviter, without their lists. */
export const batches = (connection: Connection) =>
  connection
    .selectFrom('invitation_batches')
    .innerJoin('organisations', 'organisations.id', 'invitation_batches.organisation_id')
    .leftJoin('identities', 'identities.id', 'invitation_batches.inviter_id')
    .select([
      'invitation_batches.id',
      'invitation_batches.public_id',
      'invitation_batches.organisation_id',
      'invitation_batches.inviter_id',
      'invitation_batches.state',
      'invitation_batches.format',
      'invitation_batches.region',
      'invitation_batches.role_id',
      'invitation_batches.note',
      'invitation_batches.days',
      'invitation_batches.language',
      'invitation_batches.line_count',
      'invitation_batches.checked_count',
      'invitation_batches.created_at',
      'organisations.public_id as organisation_public_id',
      'identities.account_id',
      'identities.name as inviter_name',
    ])

type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>

export const batchOf = (row: BatchRow): Batch => ({
  id: row.id,
  publicId: row.public_id,
  organisationId: row.organisation_id,
  organisationPublicId: row.organisation_public_id,
  inviterId: row.inviter_id,
  state: row.state,
  format: row.format,
  region: row.region,
  roleId: row.role_id,
  note: row.note,
  days: row.days,
  language: row.language,
  lineCount: row.line_count,
  checkedCount: row.checked_count,
  createdAt: row.created_at,
  inviter: row.account_id === null ? undefined : { accountId: row.account_id, name: row.inviter_name ?? '' },
})
