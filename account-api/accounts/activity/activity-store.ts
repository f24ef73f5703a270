import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type { ActivityKind } from '#contract/terms/activity'

/** An act in the activity of an account. Kept for as long as the operator's settings say. */
export interface ActivityEntry {
  id: string
  accountId: string
  kind: ActivityKind
  at: number
  clientAddress: string
  client: string
  detail: string
}

export type ActivityKey = Pick<ActivityEntry, 'at' | 'id'>

/** Selects the entries of an account that are older than a given one, or the next newer ones. */
export interface ActivitySearch {
  limit: number
  before?: ActivityKey | undefined
  after?: ActivityKey | undefined
  since?: number
  until?: number
}

export const activityStore = (connection: Connection) => ({
  insert: async ({ id, accountId, kind, at, clientAddress, client, detail }: ActivityEntry): Promise<void> => {
    await connection
      .insertInto('activity')
      .values({ id, account_id: accountId, kind, at, address: clientAddress, client, detail })
      .execute()
  },

  /** Newest first. */
  list: async (accountId: string, { limit, before, after, since, until }: ActivitySearch): Promise<ActivityEntry[]> => {
    const order = after ? 'asc' : 'desc'
    let query = connection
      .selectFrom('activity')
      .select(['id', 'account_id as accountId', 'kind', 'at', 'address as clientAddress', 'client', 'detail'])
      .where('account_id', '=', accountId)
    if (since !== undefined) query = query.where('at', '>', since)
    if (until !== undefined) query = query.where('at', '<=', until)
    // With a condition on the time, PostgreSQL reads only the months that it needs.
    if (before) query = query.where('at', '<=', before.at).where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`)
    if (after) query = query.where('at', '>=', after.at).where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`)
    const rows = await query.orderBy('at', order).orderBy('id', order).limit(limit).execute()
    return after ? rows.reverse() : rows
  },
})

export type ActivityStore = ReturnType<typeof activityStore>
