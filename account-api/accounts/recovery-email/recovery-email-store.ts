import type { Connection } from '#account-api/database/schema'

/** The recovery address of an account. Any number of accounts may have the same one. */
export interface RecoveryEmail {
  accountId: string
  email: string
  addedAt: number
}

export const recoveryEmailStore = (connection: Connection) => ({
  /** Sets the recovery address of an account. The account has to be locked. */
  put: async ({ accountId, email, addedAt }: RecoveryEmail): Promise<void> => {
    const added = { email, added_at: addedAt }
    await connection
      .insertInto('recovery_emails')
      .values({ account_id: accountId, ...added })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(added))
      .execute()
  },

  /** Removes the recovery address of an account. The account has to be locked. */
  remove: async (accountId: string): Promise<void> => {
    await connection.deleteFrom('recovery_emails').where('account_id', '=', accountId).execute()
  },

  /** How many accounts have this recovery address. Counting stops at the limit. */
  countOf: async (email: string, limit: number): Promise<number> => {
    const rows = await connection
      .selectFrom('recovery_emails')
      .select('account_id')
      .where('email', '=', email)
      .limit(limit)
      .execute()
    return rows.length
  },
})

export type RecoveryEmailStore = ReturnType<typeof recoveryEmailStore>
