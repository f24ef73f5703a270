import type { Address } from '#account-api/accounts/account/identifier'
import type { Connection } from '#account-api/database/schema'

/**
 * The guard of a secured account: until a time, no sign-in method can be removed or replaced without a proof of this
 * address.
 */
export interface Guard extends Address {
  accountId: string
  boundAt: number
  since: number
  until: number
}

export const guardStore = (connection: Connection) => ({
  /** Sets the guard of an account, which replaces an earlier guard. */
  put: async ({ accountId, kind, value, boundAt, since, until }: Guard): Promise<void> => {
    const guard = { kind, address: value, bound_at: boundAt, since, until }
    await connection
      .insertInto('guards')
      .values({ account_id: accountId, ...guard })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(guard))
      .execute()
  },

  /** The guard of an account that is in force at this time. */
  of: async (accountId: string, at: number): Promise<Guard | undefined> => {
    const row = await connection
      .selectFrom('guards')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('until', '>', at)
      .executeTakeFirst()
    return (
      row && {
        accountId: row.account_id,
        kind: row.kind,
        value: row.address,
        boundAt: row.bound_at,
        since: row.since,
        until: row.until,
      }
    )
  },
})

export type GuardStore = ReturnType<typeof guardStore>
