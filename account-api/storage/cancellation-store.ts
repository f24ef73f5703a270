import { type ExpressionBuilder, sql } from 'kysely'
import type { CancellationStore } from '../domain/cancellation/cancellation-store'
import type { Connection, Schema } from './schema'

export const cancellationStore = (connection: Connection): CancellationStore => ({
  begin: async (accountId, eraseAt) => {
    const begun = await connection
      .updateTable('accounts')
      .set({ erase_at: eraseAt })
      .where('id', '=', accountId)
      .where('erase_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return begun !== undefined
  },

  undo: async (accountId, eraseAt) => {
    const undone = await connection
      .updateTable('accounts')
      .set({ erase_at: null, erasing_until: null })
      .where('id', '=', accountId)
      .where('erase_at', '=', eraseAt)
      .returning('id')
      .executeTakeFirst()
    return undone !== undefined
  },

  claim: async (at, until, limit) => {
    const isDue = (account: ExpressionBuilder<Schema, 'accounts'>) =>
      account.and([
        account('erase_at', '<=', at),
        account.or([account('erasing_until', 'is', null), account('erasing_until', '<=', at)]),
      ])
    const due = connection.selectFrom('accounts').select('id').where(isDue).orderBy('erase_at').limit(limit)
    const claimed = await connection
      .updateTable('accounts')
      .set({ erasing_until: until })
      .where('id', 'in', due)
      // Repeated outside the sub-query, where a row that another copy has just claimed is read again.
      .where(isDue)
      .returning('id')
      .execute()
    return claimed.map(({ id }) => id)
  },

  isOthers: async (email, accountId) => {
    const bound = connection
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', 'email')
      .where('value', '=', email)
    const claimed = connection.selectFrom('email_claims').select('account_id').where('email', '=', email)
    const accounts = await bound.union(claimed).execute()
    return accounts.some((each) => each.account_id !== accountId)
  },

  eraseAddress: async (channel, address) => {
    await connection.deleteFrom('codes').where('channel', '=', channel).where('target', '=', address).execute()
    await connection
      .deleteFrom('tickets')
      .where((ticket) =>
        ticket.or([
          ticket('value', '=', address),
          // The address followed by more text, or as one value of a JSON text.
          ticket(startOf('value', address), '=', `${address} `),
          ticket(sql`replace(value, ${JSON.stringify(address)}, '')`, '<>', sql.ref('value')),
        ]),
      )
      .execute()
    await connection.deleteFrom('outbox').where('recipient', '=', address).execute()
  },

  eraseCounters: async (keys) => {
    await connection
      .deleteFrom('counters')
      .where((counter) =>
        counter.or(keys.flatMap((key) => [counter('key', '=', key), counter(startOf('key', key), '=', `${key}:`)])),
      )
      .execute()
  },

  erase: async (accountId, at) => {
    const erased = await connection
      .deleteFrom('accounts')
      .where('id', '=', accountId)
      .where('erase_at', '<=', at)
      .returning('id')
      .executeTakeFirst()
    return erased !== undefined
  },
})

/** The first characters of a column: as many as the text has, and one more. */
const startOf = (column: string, text: string) => sql`substr(${sql.ref(column)}, 1, ${sql.lit([...text].length + 1)})`
