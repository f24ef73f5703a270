import { type Selectable, sql } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

/** A passkey of an account: the public half of a credential that a device or a password manager keeps (WebAuthn). */
export interface Passkey {
  /** Identifies the passkey in lists of its account. */
  id: string
  accountId: string
  /** The id of the credential, base64url. Unique among all accounts. */
  credentialId: string
  /** As COSE, base64url. */
  publicKey: string
  /** The signature counter of the last use. Mostly 0, because most authenticators have no counter. */
  counter: number
  /** The ways in which a browser may reach it, as reported by the browser. */
  transports: string[]
  name: string
  madeAt: number
  /** When it last proved its person. */
  usedAt: number | null
}

/** True when a list has a passkey with this credential. Ids and names are not compared. */
export const hasPasskey = (
  passkeys: readonly Pick<Passkey, 'credentialId'>[],
  { credentialId }: Pick<Passkey, 'credentialId'>,
): boolean => passkeys.some((each) => each.credentialId === credentialId)

/** A passkey of one account. The id of another account's passkey finds nothing. */
interface OfAccount {
  accountId: string
  id: string
}

interface Use extends Pick<Passkey, 'accountId' | 'credentialId' | 'publicKey' | 'counter'> {
  at: number
}

export const passkeyStore = (connection: Connection) => {
  /** Copied to the account's row, because every second verification reads it. */
  const noteSince = async (accountId: string): Promise<void> => {
    await connection
      .updateTable('accounts')
      .set({ passkey_since: sql`(select min(made_at) from passkeys where account_id = ${accountId})` })
      .where('id', '=', accountId)
      .execute()
  }

  return {
    /** Adds a passkey. False when an account has the credential already. The account has to be locked. */
    insert: async (passkey: Passkey): Promise<boolean> => {
      const inserted = await connection
        .insertInto('passkeys')
        .values({
          id: passkey.id,
          account_id: passkey.accountId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: passkey.transports.join(','),
          name: passkey.name,
          made_at: passkey.madeAt,
          used_at: passkey.usedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (inserted) await noteSince(passkey.accountId)
      return inserted !== undefined
    },

    /** The passkeys of an account, the newest first. */
    of: async (accountId: string): Promise<Passkey[]> => {
      const rows = await connection
        .selectFrom('passkeys')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('made_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(record)
    },

    /** The passkey with this credential, whichever account has it. */
    find: async (credentialId: string): Promise<Passkey | undefined> => {
      const row = await connection
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst()
      return row && record(row)
    },

    /** False when the account has no such passkey. */
    rename: async ({ accountId, id }: OfAccount, name: string): Promise<boolean> => {
      const renamed = await connection
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      return renamed !== undefined
    },

    /** False when the account has no such passkey. The account has to be locked. */
    remove: async ({ accountId, id }: OfAccount): Promise<boolean> => {
      const removed = await connection
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning('id')
        .executeTakeFirst()
      if (removed) await noteSince(accountId)
      return removed !== undefined
    },

    /**
     * Notes a use, in one statement. False when the counter is not above the last one, unless both are 0 (WebAuthn
     * Level 3, section 7.2, step 22), and when the account no longer has the passkey with this key.
     */
    use: async ({ accountId, credentialId, publicKey, counter, at }: Use): Promise<boolean> => {
      const used = await connection
        .updateTable('passkeys')
        .set({ counter, used_at: at })
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', accountId)
        .where('public_key', '=', publicKey)
        .where((passkey) => (counter === 0 ? passkey('counter', '=', 0) : passkey('counter', '<', counter)))
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    },
  }
}

export type PasskeyStore = ReturnType<typeof passkeyStore>

const record = (row: Selectable<Schema['passkeys']>): Passkey => ({
  id: row.id,
  accountId: row.account_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports.split(',').filter(Boolean),
  name: row.name,
  madeAt: row.made_at,
  usedAt: row.used_at,
})
