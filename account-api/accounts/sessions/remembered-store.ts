import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { Origin } from './origin'
import { originColumns, originOf } from './origin-columns'

export interface RememberedRecord {
  /** The public name of the entry, for the list in the settings. */
  id: string
  /** The hash of the device token's family, which stays. */
  familyHash: string
  /** The hash of the part that changes at each use. */
  tokenHash: string
  /** The hash of the changing part before the last use. */
  previousHash: string | null
  accountId: string
  /** The session that the last use began, or in which the account was remembered. */
  sessionId: string
  clientAddress: string
  client: string
  /** When a person last proved, at this device, that the account is theirs. */
  provenAt: number
  /** The origin of the sessions that this record begins. */
  origin: Origin
  deviceName: string | null
  usedAt: number
  expiresAt: number
}

export const rememberedStore = (connection: Connection) => {
  const ofAccount = (accountId: string) =>
    connection.deleteFrom('remembered_accounts').where('account_id', '=', accountId)

  return {
    find: async (familyHash: string): Promise<RememberedRecord | undefined> => {
      const row = await connection
        .selectFrom('remembered_accounts')
        .selectAll()
        .where('family_hash', '=', familyHash)
        .executeTakeFirst()
      return row && recordOf(row)
    },

    /** Stores a record, which replaces one with the same family, and removes the account's records beyond `most`. */
    put: async (record: RememberedRecord, most: number): Promise<void> => {
      const row = rowOf(record)
      await connection
        .insertInto('remembered_accounts')
        .values(row)
        .onConflict((conflict) => conflict.column('family_hash').doUpdateSet(row))
        .execute()
      await ofAccount(record.accountId)
        .where('id', 'in', (query) =>
          query
            .selectFrom('remembered_accounts')
            .select('id')
            .where('account_id', '=', record.accountId)
            .orderBy('last_used_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1_000_000)
            .offset(most),
        )
        .execute()
    },

    /** The unexpired records of an account, the last used first. */
    of: async (accountId: string, at: number): Promise<RememberedRecord[]> => {
      const rows = await connection
        .selectFrom('remembered_accounts')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('expires_at', '>', at)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(recordOf)
    },

    /**
     * Names a device, or removes its name. Returns the session that it used last. Undefined: the account has no such
     * device.
     */
    name: async (accountId: string, id: string, name: string | null): Promise<string | undefined> => {
      const named = await connection
        .updateTable('remembered_accounts')
        .set({ device_name: name })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('session_id')
        .executeTakeFirst()
      return named?.session_id
    },

    /** Names the device that used a session, or removes its name. */
    nameOfSession: async (accountId: string, sessionId: string, name: string | null): Promise<void> => {
      await connection
        .updateTable('remembered_accounts')
        .set({ device_name: name })
        .where('account_id', '=', accountId)
        .where('session_id', '=', sessionId)
        .execute()
    },

    /** Ends one record of an account. False when the account has no such record. */
    endOne: async (accountId: string, id: string): Promise<boolean> => {
      const ended = await ofAccount(accountId).where('id', '=', id).returning('id').executeTakeFirst()
      return ended !== undefined
    },

    end: async (familyHash: string, tokenHash: string): Promise<void> => {
      await connection
        .deleteFrom('remembered_accounts')
        .where('family_hash', '=', familyHash)
        .where('token_hash', '=', tokenHash)
        .execute()
    },

    /** Ends the records that a session, or a session passed on from it, used or made. */
    endOfSession: async (
      accountId: string,
      { id, passedOn }: { id: string; passedOn: readonly string[] },
    ): Promise<void> => {
      await ofAccount(accountId)
        .where(({ eb, or }) => or([eb('session_id', 'in', [id, ...passedOn]), eb('ancestors', 'like', `%${id}%`)]))
        .execute()
    },

    endAll: async (accountId: string): Promise<void> => {
      await ofAccount(accountId).execute()
    },
  }
}

export type RememberedStore = ReturnType<typeof rememberedStore>

const rowOf = (record: RememberedRecord) => ({
  id: record.id,
  family_hash: record.familyHash,
  token_hash: record.tokenHash,
  previous_hash: record.previousHash,
  account_id: record.accountId,
  session_id: record.sessionId,
  address: record.clientAddress,
  client: record.client,
  proven_at: record.provenAt,
  last_used_at: record.usedAt,
  expires_at: record.expiresAt,
  device_name: record.deviceName,
  ...originColumns(record.origin),
})

const recordOf = (row: Selectable<Schema['remembered_accounts']>): RememberedRecord => ({
  id: row.id,
  familyHash: row.family_hash,
  tokenHash: row.token_hash,
  previousHash: row.previous_hash,
  accountId: row.account_id,
  sessionId: row.session_id,
  clientAddress: row.address,
  client: row.client,
  provenAt: row.proven_at,
  usedAt: row.last_used_at,
  expiresAt: row.expires_at,
  deviceName: row.device_name,
  origin: originOf(row),
})
