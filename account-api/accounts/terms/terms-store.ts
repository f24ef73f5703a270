import type { Connection } from '#account-api/database/schema'

export interface Terms {
  version: string
  /**
   * From when people who have accepted another version, or none, have to accept this one. Undefined: only new accounts
   * have to.
   */
  countsFrom: number | undefined
}

export interface Acceptance {
  accountId: string
  version: string
  at: number
}

export const termsStore = (connection: Connection) => ({
  /** Stores an acceptance. The first acceptance of a version stays. */
  accept: async ({ accountId, version, at }: Acceptance): Promise<void> => {
    await connection
      .insertInto('terms_acceptances')
      .values({ account_id: accountId, version, accepted_at: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
      .execute()
  },
})

export type TermsStore = ReturnType<typeof termsStore>
