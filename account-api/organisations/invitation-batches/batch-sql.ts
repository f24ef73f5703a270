import type { Batch, InvitationBatchStore } from './batch-store'
import { lineOf, lines, newBySms } from './invitation-lines'
import type { Connection } from '../../database/schema'

export const invitationBatchStore = (connection: Connection): InvitationBatchStore => ({
  insert: async (batch, { list, workAt }) => {
    await connection
      .insertInto('invitation_batches')
      .values({
        id: batch.id,
        public_id: batch.publicId,
        organisation_id: batch.organisationId,
        inviter_id: batch.inviterId,
        state: batch.state,
        format: batch.format,
        list,
        region: batch.region,
        role_id: batch.roleId,
        note: batch.note,
        days: batch.days,
        language: batch.language,
        line_count: batch.lineCount,
        checked_count: batch.checkedCount,
        created_at: batch.createdAt,
        work_at: workAt,
        attempts: 0,
      })
      .execute()
  },

  find: async (organisationId, publicId) => {
    const row = await batches(connection).where('invitation_batches.public_id', '=', publicId).executeTakeFirst()
    return row?.organisation_id === organisationId ? batchOf(row) : undefined
  },

  list: async (organisationId, { after, offset, limit }) => {
    const rows = await batches(connection)
      .where('invitation_batches.organisation_id', '=', organisationId)
      .$if(after !== undefined, (query) => query.where('invitation_batches.id', '<', after ?? ''))
      .orderBy('invitation_batches.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(batchOf)
  },

  countLines: async (id) => {
    const rows = await connection
      .selectFrom('invitation_lines')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('batch_id', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  },

  countNewBySms: async (id) => {
    const { count } = await newBySms(connection, id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  limitSms: async (id, most) => {
    const first = await newBySms(connection, id)
      .select('number')
      .orderBy('number')
      .limit(1)
      .offset(most)
      .executeTakeFirst()
    if (!first) return
    await connection
      .updateTable('invitation_lines')
      .set({ state: 'sms_limit' })
      .where('batch_id', '=', id)
      .where('state', '=', 'new')
      .where('channel', '=', 'mobile')
      .where('number', '>=', first.number)
      .execute()
  },

  countInvitations: async (id) => {
    const rows = await connection
      .selectFrom('invitation_lines')
      .innerJoin('invitations', 'invitations.id', 'invitation_lines.id')
      .select(['invitations.state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('invitation_lines.batch_id', '=', id)
      .where('invitation_lines.state', '=', 'invited')
      .groupBy('invitations.state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  },

  lines: async (id, { state, after, offset, limit }) => {
    const rows = await lines(connection)
      .where('invitation_lines.batch_id', '=', id)
      .$if(state !== undefined, (query) => query.where('invitation_lines.state', '=', state ?? 'new'))
      .$if(after !== undefined, (query) => query.where('invitation_lines.number', '>', after ?? 0))
      .orderBy('invitation_lines.number')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(lineOf)
  },

  claim: async (at, until, limit) =>
    connection
      .with(
        (due) => due('due').materialized(),
        (query) =>
          query
            .selectFrom('invitation_batches')
            .select('id')
            .where('work_at', 'is not', null)
            .where('work_at', '<=', at)
            .orderBy('work_at')
            .limit(limit)
            .forNoKeyUpdate()
            .skipLocked(),
      )
      .updateTable('invitation_batches')
      .set((batch) => ({ work_at: until, attempts: batch('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['id', 'attempts'])
      .execute(),

  postpone: async (id, until) => {
    await connection.updateTable('invitation_batches').set({ work_at: until }).where('id', '=', id).execute()
  },

  listOf: async (id) => {
    const row = await connection.selectFrom('invitation_batches').select('list').where('id', '=', id).executeTakeFirst()
    return row?.list ?? ''
  },

  read: (id) => readBatch(connection, id),

  lock: async (id) => {
    await connection.selectFrom('invitation_batches').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    return readBatch(connection, id)
  },

  linesTo: async (id, addresses) => {
    if (addresses.length === 0) return new Map()
    const rows = await connection
      .selectFrom('invitation_lines')
      .select(['address', ({ fn }) => fn.min('number').as('number')])
      .where('batch_id', '=', id)
      .where('address', 'in', addresses)
      .groupBy('address')
      .execute()
    return new Map(rows.map(({ address, number }) => [address ?? '', number]))
  },

  insertLines: async ({ id, organisationId }, added) => {
    if (added.length === 0) return
    await connection
      .insertInto('invitation_lines')
      .values(
        added.map(({ roleId, sameAs, ...line }) => ({
          ...line,
          batch_id: id,
          organisation_id: organisationId,
          role_id: roleId,
          same_as: sameAs,
        })),
      )
      .execute()
  },

  advance: async (id, { checkedCount, state, list, workAt }) => {
    await connection
      .updateTable('invitation_batches')
      .set({
        work_at: workAt,
        ...(workAt === null && { attempts: 0 }),
        ...(checkedCount !== undefined && { checked_count: checkedCount }),
        ...(state !== undefined && { state }),
        ...(list !== undefined && { list }),
      })
      .where('id', '=', id)
      .execute()
  },

  settle: async (id, state, numbers) => {
    if (numbers.length === 0) return
    await connection
      .updateTable('invitation_lines')
      .set({ state })
      .where('batch_id', '=', id)
      .where('number', 'in', numbers)
      .where('state', '=', 'new')
      .execute()
  },
})

/** Batches with whoever made them, without their lists. */
const batches = (connection: Connection) =>
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

const readBatch = async (connection: Connection, id: string): Promise<Batch | undefined> => {
  const row = await batches(connection).where('invitation_batches.id', '=', id).executeTakeFirst()
  return row && batchOf(row)
}

type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>

const batchOf = (row: BatchRow): Batch => ({
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
