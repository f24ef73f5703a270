import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'
import type { InvitationState } from '#contract/organisations/invitations/invitations'
import type { Batch, BatchLine, BatchRecord, ClaimedBatch, LinePage, LineRecord, StoredLineState } from './batch-record'
import { batches, batchOf } from './batch-rows'
import { lineOf, lines, newBySms } from './invitation-lines'

export const invitationBatchStore = (connection: Connection) => ({
  /** `list`: its text. `workAt`: when the work on it begins. */
  insert: async (batch: BatchRecord, { list, workAt }: { list: string; workAt: number }): Promise<void> => {
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

  find: async (organisationId: string, publicId: string): Promise<Batch | undefined> => {
    const row = await batches(connection).where('invitation_batches.public_id', '=', publicId).executeTakeFirst()
    return row?.organisation_id === organisationId ? batchOf(row) : undefined
  },

  /** The batches of an organisation, the newest first. */
  list: async (
    organisationId: string,
    { after, offset, limit }: { after?: string | undefined; offset: number; limit: number },
  ): Promise<Batch[]> => {
    const rows = await batches(connection)
      .where('invitation_batches.organisation_id', '=', organisationId)
      .$if(after !== undefined, (query) => query.where('invitation_batches.id', '<', after ?? ''))
      .orderBy('invitation_batches.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(batchOf)
  },

  countLines: async (id: string): Promise<Map<StoredLineState, number>> => {
    const rows = await connection
      .selectFrom('invitation_lines')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .where('batch_id', '=', id)
      .groupBy('state')
      .execute()
    return new Map(rows.map(({ state, count }) => [state, Number(count)]))
  },

  /** How many lines are new and to be sent by SMS. */
  countNewBySms: async (id: string): Promise<number> => {
    const { count } = await newBySms(connection, id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Leaves out the new SMS lines beyond this number. */
  limitSms: async (id: string, most: number): Promise<void> => {
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

  countInvitations: async (id: string): Promise<Map<InvitationState, number>> => {
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

  /** In the order of the list. */
  lines: async (id: string, { state, after, offset, limit }: LinePage): Promise<BatchLine[]> => {
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

  /** Claims batches with due work. No other copy claims them before `until`. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedBatch[]> =>
    claiming(
      connection,
      connection
        .selectFrom('invitation_batches')
        .select('id')
        .where('work_at', 'is not', null)
        .where('work_at', '<=', at)
        .orderBy('work_at')
        .limit(limit),
    )
      .updateTable('invitation_batches')
      .set((batch) => ({ work_at: until, attempts: batch('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['id', 'attempts'])
      .execute(),

  postpone: async (id: string, until: number): Promise<void> => {
    await connection.updateTable('invitation_batches').set({ work_at: until }).where('id', '=', id).execute()
  },

  /** The text of the list, until its lines are checked. */
  listOf: async (id: string): Promise<string> => {
    const row = await connection.selectFrom('invitation_batches').select('list').where('id', '=', id).executeTakeFirst()
    return row?.list ?? ''
  },

  read: (id: string): Promise<Batch | undefined> => readBatch(connection, id),

  /** Reads and locks a batch, until this transaction ends. */
  lock: async (id: string): Promise<Batch | undefined> => {
    await connection.selectFrom('invitation_batches').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    return readBatch(connection, id)
  },

  /** The numbers of lines of the batch with these addresses, by address. */
  linesTo: async (id: string, addresses: readonly string[]): Promise<Map<string, number>> => {
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

  insertLines: async (
    { id, organisationId }: Pick<BatchRecord, 'id' | 'organisationId'>,
    added: readonly LineRecord[],
  ): Promise<void> => {
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

  /** Stores the progress of a batch. `workAt`: when the work continues; null if nothing is left to do. */
  advance: async (
    id: string,
    {
      checkedCount,
      state,
      list,
      workAt,
    }: Partial<Pick<BatchRecord, 'checkedCount' | 'state'>> & { list?: ''; workAt: number | null },
  ): Promise<void> => {
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

  /** Stops the batches that a member has begun since a time. Nobody else is invited from them. */
  stopOf: async ({ inviterId, since }: { inviterId: string; since: number }): Promise<void> => {
    await connection
      .updateTable('invitation_batches')
      .set({ state: 'stopped', work_at: null })
      .where('inviter_id', '=', inviterId)
      .where('created_at', '>=', since)
      .where('state', '<>', 'done')
      .execute()
  },

  /** Sets the state of lines of a batch that are still new. */
  settle: async (id: string, state: StoredLineState, numbers: readonly number[]): Promise<void> => {
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

export type InvitationBatchStore = ReturnType<typeof invitationBatchStore>

const readBatch = async (connection: Connection, id: string): Promise<Batch | undefined> => {
  const row = await batches(connection).where('invitation_batches.id', '=', id).executeTakeFirst()
  return row && batchOf(row)
}
