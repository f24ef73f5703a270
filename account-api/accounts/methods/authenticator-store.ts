import type { Updateable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

/** A shared secret of an authenticator app, as it is stored. */
export interface SealedSecret {
  sealed: string
  /** The id of the key that has sealed it. */
  sealedBy: string
}

export interface Authenticator extends SealedSecret {
  since: number
  /** When the authenticator counts. Undefined: 72 hours after it was added. */
  countsFrom?: number | undefined
  /** True when sign-ins require the authenticator. */
  asks: boolean
}

interface OfAccount {
  accountId: string
}

export const authenticatorStore = (connection: Connection) => {
  const note = (accountId: string, row: Updateable<Schema['accounts']>) =>
    connection.updateTable('accounts').set(row).where('id', '=', accountId).execute()
  return {
    /**
     * Gives an account an authenticator, replacing an earlier one. Codes up to and including `lastStep` count as used.
     */
    put: async ({ accountId, ...put }: OfAccount & Authenticator & { lastStep: number }): Promise<void> => {
      const row = { sealed: put.sealed, sealed_by: put.sealedBy, last_step: put.lastStep }
      await connection
        .insertInto('authenticators')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
        .execute()
      await note(accountId, {
        authenticator_since: put.since,
        authenticator_counts_from: put.countsFrom ?? null,
        asks_authenticator: put.asks ? 1 : 0,
      })
    },

    /** Removes the authenticator of an account, with its recovery codes. */
    remove: async (accountId: string): Promise<void> => {
      await connection.deleteFrom('authenticators').where('account_id', '=', accountId).execute()
      await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
      await note(accountId, { authenticator_since: null, authenticator_counts_from: null, asks_authenticator: 0 })
    },

    confirm: async (accountId: string, at: number): Promise<void> => {
      await note(accountId, { authenticator_counts_from: at })
    },

    setAsking: async (accountId: string, asks: boolean): Promise<void> => {
      await note(accountId, { asks_authenticator: asks ? 1 : 0 })
    },

    secretOf: async (accountId: string): Promise<SealedSecret | undefined> => {
      const row = await connection
        .selectFrom('authenticators')
        .select(['sealed', 'sealed_by'])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && { sealed: row.sealed, sealedBy: row.sealed_by }
    },

    /** Uses up a time step, in one statement. False when this step or a later one was used. */
    takeStep: async (accountId: string, step: number): Promise<boolean> => {
      const row = await connection
        .updateTable('authenticators')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .returning('account_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Secrets sealed with keys whose id sorts before or after a given one, in batches. */
    sealedBeside: async (
      side: '<' | '>',
      { sealedBy, limit }: { sealedBy: string; limit: number },
    ): Promise<(OfAccount & SealedSecret)[]> => {
      const rows = await connection
        .selectFrom('authenticators')
        .select(['account_id', 'sealed', 'sealed_by'])
        .where('sealed_by', side, sealedBy)
        // Uses the index, however many rows a new key leaves on one side.
        .orderBy('sealed_by')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ accountId: row.account_id, sealed: row.sealed, sealedBy: row.sealed_by }))
    },

    /**
     * Replaces a sealed secret by the same secret sealed with another key, unless the account has a new secret by now.
     */
    reseal: async (
      accountId: string,
      { was, becomes }: { was: SealedSecret; becomes: SealedSecret },
    ): Promise<void> => {
      await connection
        .updateTable('authenticators')
        .set({ sealed: becomes.sealed, sealed_by: becomes.sealedBy })
        .where('account_id', '=', accountId)
        .where('sealed', '=', was.sealed)
        .execute()
    },

    putRecoveryCodes: async (accountId: string, { hashes, at }: { hashes: string[]; at: number }): Promise<void> => {
      await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
      const rows = hashes.map((hash) => ({ account_id: accountId, hash, made_at: at }))
      await connection.insertInto('recovery_codes').values(rows).execute()
    },

    /** Uses up a recovery code, in one statement. False when the account has no such code. */
    takeRecoveryCode: async (accountId: string, hash: string): Promise<boolean> => {
      const row = await connection
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where('hash', '=', hash)
        .returning('hash')
        .executeTakeFirst()
      return row !== undefined
    },

    countRecoveryCodes: async (accountId: string): Promise<number> => {
      const { left } = await connection
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(left)
    },

    endRecoveryCodesSince: async (accountId: string, since: number): Promise<void> => {
      await connection
        .deleteFrom('recovery_codes')
        .where('account_id', '=', accountId)
        .where('made_at', '>=', since)
        .execute()
    },
  }
}

export type AuthenticatorStore = ReturnType<typeof authenticatorStore>
