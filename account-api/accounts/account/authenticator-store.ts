import type { Connection } from '../../database/schema'

/** A shared secret of an authenticator app, as it is stored. */
export interface SealedSecret {
  sealed: string
  /** The id of the key that has sealed it. */
  sealedBy: string
}

/** The authenticator of an account. */
export interface Authenticator extends SealedSecret {
  since: number
  /** When it counts. Undefined: 72 hours after it was added. */
  countsFrom?: number | undefined
  /** True when a sign-in asks for it. */
  asks: boolean
}

/** The account of the rows. */
interface OfAccount {
  accountId: string
}

export const authenticatorStore = (connection: Connection) => ({
  /** Gives an account an authenticator, in place of one that it had. Codes of `lastStep` and before it are used. */
  put: async ({
    accountId,
    sealed,
    sealedBy,
    since,
    countsFrom,
    asks,
    lastStep,
  }: OfAccount & Authenticator & { lastStep: number }): Promise<void> => {
    const row = { sealed, sealed_by: sealedBy, last_step: lastStep }
    await connection
      .insertInto('authenticators')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
    await connection
      .updateTable('accounts')
      .set({
        authenticator_since: since,
        authenticator_counts_from: countsFrom ?? null,
        asks_authenticator: asks ? 1 : 0,
      })
      .where('id', '=', accountId)
      .execute()
  },

  /** Removes the authenticator of an account, with its recovery codes. */
  remove: async (accountId: string): Promise<void> => {
    await connection.deleteFrom('authenticators').where('account_id', '=', accountId).execute()
    await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    await connection
      .updateTable('accounts')
      .set({ authenticator_since: null, authenticator_counts_from: null, asks_authenticator: 0 })
      .where('id', '=', accountId)
      .execute()
  },

  /** Has the authenticator of an account count from a time on. */
  confirm: async (accountId: string, at: number): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ authenticator_counts_from: at })
      .where('id', '=', accountId)
      .execute()
  },

  /** Has sign-ins to an account ask for its authenticator, or not any more. */
  setAsking: async (accountId: string, asks: boolean): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ asks_authenticator: asks ? 1 : 0 })
      .where('id', '=', accountId)
      .execute()
  },

  secretOf: async (accountId: string): Promise<SealedSecret | undefined> => {
    const row = await connection
      .selectFrom('authenticators')
      .select(['sealed', 'sealed_by'])
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && { sealed: row.sealed, sealedBy: row.sealed_by }
  },

  /** Uses up a time step, in one statement. False when it is used, or a later one is. */
  takeStep: async (accountId: string, step: number): Promise<boolean> => {
    const used = await connection
      .updateTable('authenticators')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where('last_step', '<', step)
      .returning('account_id')
      .executeTakeFirst()
    return used !== undefined
  },

  /** Secrets whose key's id sorts before or after another one, in batches. */
  sealedBeside: async (
    side: '<' | '>',
    { sealedBy, limit }: { sealedBy: string; limit: number },
  ): Promise<(OfAccount & SealedSecret)[]> => {
    const rows = await connection
      .selectFrom('authenticators')
      .select(['account_id', 'sealed', 'sealed_by'])
      .where('sealed_by', side, sealedBy)
      // By the index, however many rows a new key leaves on one side.
      .orderBy('sealed_by')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ accountId: row.account_id, sealed: row.sealed, sealedBy: row.sealed_by }))
  },

  /** Replaces a sealed secret by the same secret, sealed otherwise, unless the account has another one by now. */
  reseal: async (accountId: string, { was, becomes }: { was: SealedSecret; becomes: SealedSecret }): Promise<void> => {
    await connection
      .updateTable('authenticators')
      .set({ sealed: becomes.sealed, sealed_by: becomes.sealedBy })
      .where('account_id', '=', accountId)
      .where('sealed', '=', was.sealed)
      .execute()
  },

  /** Replaces the recovery codes of an account. */
  putRecoveryCodes: async (accountId: string, { hashes, at }: { hashes: string[]; at: number }): Promise<void> => {
    await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    const rows = hashes.map((hash) => ({ account_id: accountId, hash, made_at: at }))
    await connection.insertInto('recovery_codes').values(rows).execute()
  },

  /** Uses up a recovery code, in one statement. False when the account has no such code. */
  takeRecoveryCode: async (accountId: string, hash: string): Promise<boolean> => {
    const taken = await connection
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('hash', '=', hash)
      .returning('hash')
      .executeTakeFirst()
    return taken !== undefined
  },

  countRecoveryCodes: async (accountId: string): Promise<number> => {
    const { left } = await connection
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return Number(left)
  },

  /** Ends the recovery codes of an account that were made at a time or later. */
  endRecoveryCodesSince: async (accountId: string, since: number): Promise<void> => {
    await connection
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('made_at', '>=', since)
      .execute()
  },
})

export type AuthenticatorStore = ReturnType<typeof authenticatorStore>
