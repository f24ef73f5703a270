import type { Connection } from '#account-api/database/schema'

export const standingStore = (connection: Connection) => ({
  /** Cancels an account. False when it is cancelled already. */
  cancel: async (accountId: string, eraseAt: number): Promise<boolean> => {
    const row = await connection
      .updateTable('accounts')
      .set({ erase_at: eraseAt })
      .where('id', '=', accountId)
      .where('erase_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Restores an account. False unless it is cancelled and its erasure has this due time. */
  restore: async (accountId: string, eraseAt: number): Promise<boolean> => {
    const row = await connection
      .updateTable('accounts')
      .set({ erase_at: null, erasing_until: null, erasure_attempts: 0 })
      .where('id', '=', accountId)
      .where('erase_at', '=', eraseAt)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Erases a due account, with everything that belongs to it. False when it was restored meanwhile. */
  erase: async (accountId: string, at: number): Promise<boolean> => {
    const row = await connection
      .deleteFrom('accounts')
      .where('id', '=', accountId)
      .where('erase_at', '<=', at)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Suspends an account, with a reason for its person, or unsuspends it. */
  suspend: async (accountId: string, suspended: { at: number; reason: string } | null): Promise<void> => {
    const change = { frozen_at: suspended?.at ?? null, frozen_reason: suspended?.reason ?? null }
    await connection.updateTable('accounts').set(change).where('id', '=', accountId).execute()
  },
})

export type StandingStore = ReturnType<typeof standingStore>
