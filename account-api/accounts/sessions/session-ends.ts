import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

/** How many sessions one statement deletes. An account has fewer, unless very many begin at the same moment. */
export const endingRule = { atOnce: 200 }

export type Condition = (session: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>

/** True when a session is of the current generation of its account. Sessions of other generations have ended. */
export const isOfGeneration =
  (accountId: string): Condition =>
  ({ eb, selectFrom }) =>
    eb('generation', '=', selectFrom('accounts').select('session_generation').where('accounts.id', '=', accountId))

/** Requires a valid session, which cannot end before the transaction does. */
export const fromLivingSession = (id: string): RawBuilder<unknown> => sql`
  from sessions join accounts on accounts.id = account_id and session_generation = generation
  where sessions.id = ${id} for share of sessions`

/**
 * Ends many sessions of an account at once. Beyond the limit of one statement, the account begins a new generation, and
 * a sweep deletes the sessions of the earlier ones.
 */
export const endSessions = (connection: Connection) => {
  const deleteSome = async (accountId: string, condition: Condition, keptId: string | undefined): Promise<number> => {
    const ended = await connection
      .deleteFrom('sessions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('account_id', '=', accountId)
          .where(isOfGeneration(accountId))
          .where(condition)
          .$if(keptId !== undefined, (some) => some.where('id', '<>', keptId ?? ''))
          .limit(endingRule.atOnce),
      )
      .returning('id')
      .execute()
    return ended.length
  }

  const beginGeneration = async (accountId: string, keptId: string | undefined): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set((column) => ({ session_generation: column('session_generation', '+', 1), has_ended_sessions: 1 }))
      .where('id', '=', accountId)
      .execute()
    if (keptId === undefined) return
    await connection
      .updateTable('sessions')
      .set(({ selectFrom }) => ({
        generation: selectFrom('accounts').select('session_generation').where('accounts.id', '=', accountId),
      }))
      .where('id', '=', keptId)
      .where('account_id', '=', accountId)
      .execute()
  }

  const endSome = async (accountId: string, condition: Condition, keptId?: string): Promise<number> => {
    const ended = await deleteSome(accountId, condition, keptId)
    if (ended === endingRule.atOnce) await beginGeneration(accountId, keptId)
    return ended
  }

  return {
    endSome: async (accountId: string, condition: Condition, keptId?: string): Promise<void> => {
      await endSome(accountId, condition, keptId)
    },
    endOthers: (accountId: string, keptId: string): Promise<number> => endSome(accountId, always, keptId),
    endAll: async (accountId: string): Promise<void> => {
      await endSome(accountId, always)
    },
  }
}

const always: Condition = () => sql<SqlBool>`1 = 1`

/**
 * Deletes sessions of earlier generations, of one account at a time.
 * @returns how many; fewer than the limit when no account has any left
 */
export const deleteEndedSessions = async (connection: Connection, limit: number): Promise<number> => {
  let deleted = 0
  while (deleted < limit) {
    const account = await connection
      .selectFrom('accounts')
      .select(['id', 'session_generation'])
      .where('has_ended_sessions', '=', sql.lit(1))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!account) break
    const wanted = limit - deleted
    const { numDeletedRows } = await connection
      .deleteFrom('sessions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('account_id', '=', account.id)
          .where('generation', '<', account.session_generation)
          .limit(wanted),
      )
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
    if (Number(numDeletedRows) === wanted) break
    await connection
      .updateTable('accounts')
      .set({ has_ended_sessions: 0 })
      .where('id', '=', account.id)
      // More sessions may have ended since.
      .where('session_generation', '=', account.session_generation)
      .execute()
  }
  return deleted
}
