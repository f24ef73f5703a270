import { sql } from 'kysely'
import type { Connection } from '#account-api/database/schema'
import type { Webhook } from './webhook'
import { webhookOf } from './webhook-store'

/** The result of a webhook's turn. */
export interface TurnEnd {
  at: number
  /** When its next delivery is due. Null: none waits. */
  nextAt: number | null
  /** Until when its deliveries are paused. 0: they are not. */
  restsUntil: number
  became: Pick<Webhook, 'failures' | 'failingSince' | 'answer' | 'answeredAt'>
}

export interface DueWebhook {
  id: string
  /** Undefined: the operator's. */
  organisationId: string | undefined
}

interface Claim {
  holder: string
  at: number
  until: number
}

/** Stores which webhooks are due, and which copy works on them. */
export const turnStore = (connection: Connection) => ({
  /** Marks webhooks as having deliveries. A busy or resting one is due afterwards. */
  wake: async (ids: readonly string[], at: number): Promise<void> => {
    await connection
      .with(
        // The rows are locked in one order, so copies that wake the same webhooks never deadlock.
        (locked) => locked('locked').materialized(),
        (query) => query.selectFrom('webhooks').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate(),
      )
      .updateTable('webhooks')
      .set({ is_woken: 1, due_at: sql`case when busy_until > ${at} then busy_until else ${ms(at)} end` })
      .where('id', 'in', (query) => query.selectFrom('locked').select('id'))
      .where('disabled_at', 'is', null)
      .execute()
  },

  /** Makes one webhook due now, even if it rests. */
  wakeNow: async (id: string, at: number): Promise<void> => {
    await connection
      .updateTable('webhooks')
      .set({
        is_woken: 1,
        due_at: sql`case when holder is null then ${ms(at)} else due_at end`,
        busy_until: sql`case when holder is null then 0 else busy_until end`,
      })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .execute()
  },

  /** The due webhooks, the longest wait first. */
  due: async (at: number, limit: number): Promise<DueWebhook[]> => {
    const rows = await connection
      .selectFrom('webhooks')
      .select(['id', 'organisation_id'])
      .where('disabled_at', 'is', null)
      .where('due_at', '<=', at)
      .orderBy('due_at')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ id: row.id, organisationId: row.organisation_id ?? undefined }))
  },

  /** Claims a webhook for a copy. Undefined: another copy has it. At the end of the claim it is due again. */
  claim: async (id: string, { holder, at, until }: Claim): Promise<Webhook | undefined> => {
    const row = await connection
      .updateTable('webhooks')
      .set({ holder, busy_until: until, due_at: until, is_woken: 0 })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .where('due_at', '<=', at)
      .returningAll()
      .executeTakeFirst()
    return row && webhookOf(row)
  },

  /** Extends a claim, and returns the current webhook. Undefined: it is switched off, or another copy has it. */
  renew: async (id: string, { holder, until }: Omit<Claim, 'at'>): Promise<Webhook | undefined> => {
    const row = await connection
      .updateTable('webhooks')
      .set({ busy_until: until, due_at: until })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('disabled_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return row && webhookOf(row)
  },

  /** Releases a webhook. If deliveries were added meanwhile, it is due at once, unless it rests. */
  release: async (id: string, holder: string, { at, nextAt, restsUntil, became }: TurnEnd): Promise<void> => {
    const next =
      restsUntil > 0 ? restsUntil : sql<number | null>`case when is_woken = 1 then ${ms(at)} else ${ms(nextAt)} end`
    await connection
      .updateTable('webhooks')
      .set({
        ...{ holder: null, is_woken: 0, busy_until: restsUntil, due_at: next },
        ...{ failures: became.failures, failing_since: became.failingSince },
        ...{ answer: became.answer, answered_at: became.answeredAt },
      })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .execute()
  },
})

export type TurnStore = ReturnType<typeof turnStore>

/** Cast, because PostgreSQL does not know the type of a time among values. */
const ms = (at: number | null) => sql`cast(${at} as bigint)`
