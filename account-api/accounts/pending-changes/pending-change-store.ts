import { type Selectable, sql } from 'kysely'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { claiming } from '#account-api/database/due-rows'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'

/** A change of a sign-in method that takes effect at a set time unless it is stopped. */
export interface PendingChange {
  accountId: string
  /** `mobile`, `email`, `authenticator`, `recovery_link`, or the name of a platform. */
  method: string
  /** What the change removes: the address, the platform's id for the person, or the time of the authenticator. */
  value: string
  /**
   * What replaces the removed value: an address that a code has proven, or a third-party identity as JSON. Null:
   * nothing.
   */
  successor: string | null
  /**
   * True when the person who requested it could not prove the address. A later proof of the address stops the change.
   */
  isLost: boolean
  askedBy: Factor[]
  askedAt: number
  takesEffectAt: number
  /** When the link of a recovery was sent. The link works until the change would take effect. */
  sentAt?: number | null
  /**
   * The operator who requested a recovery that another operator has to agree to, as JSON. The other operator can agree
   * until the change would take effect. Null: no agreement is needed.
   */
  firstOperator?: string | null
}

type Key = Pick<PendingChange, 'accountId' | 'method'>

export interface ClaimedChange extends Key {
  /** How many attempts have begun, including this one. */
  attempts: number
}

const ofAccount = prepared((connection, { accountId }: { accountId: string }) =>
  connection.selectFrom('pending_changes').selectAll().where('account_id', '=', accountId).orderBy('method'),
)

export const pendingChangeStore = (connection: Connection) => ({
  /** Stores a pending change, which replaces one of the same sign-in method. */
  put: async ({ accountId, method, value, successor, ...change }: PendingChange): Promise<void> => {
    const pending = {
      value,
      successor,
      is_lost: change.isLost ? 1 : 0,
      asked_by: change.askedBy.join(','),
      asked_at: change.askedAt,
      takes_effect_at: change.takesEffectAt,
      attempts: 0,
      next_attempt_at: null,
      sent_at: change.sentAt ?? null,
      first_operator: change.firstOperator ?? null,
    }
    await connection
      .insertInto('pending_changes')
      .values({ account_id: accountId, method, ...pending })
      .onConflict((conflict) => conflict.columns(['account_id', 'method']).doUpdateSet(pending))
      .execute()
  },

  /** The pending changes of an account: at most one of each sign-in method. */
  of: async (accountId: string): Promise<PendingChange[]> => (await ofAccount(connection, { accountId })).map(record),

  /** The pending changes of an address that was reported lost. */
  ofLost: async (method: string, value: string): Promise<PendingChange[]> => {
    const rows = await connection
      .selectFrom('pending_changes')
      .selectAll()
      .where('method', '=', method)
      .where('value', '=', value)
      .where('is_lost', '=', 1)
      .execute()
    return rows.map(record)
  },

  /** The changes that need an operator's agreement, ordered by when they end. */
  awaiting: async (at: number, limit: number): Promise<PendingChange[]> => {
    const rows = await connection
      .selectFrom('pending_changes')
      .selectAll()
      .where('first_operator', 'is not', null)
      .where('takes_effect_at', '>', at)
      .orderBy('takes_effect_at')
      .limit(limit)
      .execute()
    return rows.map(record)
  },

  /** Claims due changes, those that have waited longest first. No other copy claims them before `until`. */
  claim: async (at: number, until: number, limit: number): Promise<ClaimedChange[]> => {
    const claimed = await claiming(
      connection,
      connection
        .selectFrom('pending_changes')
        .select(['account_id', 'method'])
        .where(nextAttemptAt, '<=', at)
        .orderBy(nextAttemptAt)
        .limit(limit),
    )
      .updateTable('pending_changes')
      .set((change) => ({ next_attempt_at: until, attempts: change('attempts', '+', 1) }))
      .where(
        ({ refTuple, selectFrom }) =>
          sql<boolean>`${refTuple('account_id', 'method')} in ${selectFrom('due').select(['account_id', 'method'])}`,
      )
      .returning(['account_id', 'method', 'attempts'])
      .execute()
    return claimed.map(({ account_id, method, attempts }) => ({ accountId: account_id, method, attempts }))
  },

  /** Sets a failed change aside. */
  postpone: async ({ accountId, method }: Key, until: number): Promise<void> => {
    await connection
      .updateTable('pending_changes')
      .set({ next_attempt_at: until })
      .where('account_id', '=', accountId)
      .where('method', '=', method)
      // If the change was requested again since, it waits for its new time.
      .where('next_attempt_at', 'is not', null)
      .execute()
  },

  /** Takes a pending change that is due. Undefined when another copy took it, or it was stopped. */
  take: async ({ accountId, method }: Key, at: number): Promise<PendingChange | undefined> => {
    const row = await connection
      .deleteFrom('pending_changes')
      .where('account_id', '=', accountId)
      .where('method', '=', method)
      .where('takes_effect_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
    return row && record(row)
  },

  /** Drops and returns the pending change of one sign-in method, or all pending changes of the account. */
  drop: async (accountId: string, method?: string): Promise<PendingChange[]> => {
    const rows = await connection
      .deleteFrom('pending_changes')
      .where('account_id', '=', accountId)
      .$if(method !== undefined, (query) => query.where('method', '=', method ?? ''))
      .returningAll()
      .execute()
    return rows.map(record)
  },
})

export type PendingChangeStore = ReturnType<typeof pendingChangeStore>

/** A change is due when it takes effect, and again when a claim or a delay has ended. An index covers this column. */
const nextAttemptAt = sql<number>`coalesce(next_attempt_at, takes_effect_at)`

const record = (row: Selectable<Schema['pending_changes']>): PendingChange => ({
  accountId: row.account_id,
  method: row.method,
  value: row.value,
  successor: row.successor,
  isLost: row.is_lost === 1,
  askedBy: row.asked_by.split(',').filter((factor) => factor !== '') as PendingChange['askedBy'],
  askedAt: row.asked_at,
  takesEffectAt: row.takes_effect_at,
  sentAt: row.sent_at,
  firstOperator: row.first_operator,
})
