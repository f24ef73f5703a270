import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import { scopesColumn, scopesIn } from '#account-api/operator/scopes-column'
import type { OperatorScope } from '#contract/operator/operator-power'

export interface OperatorKey {
  id: string
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  createdAt: number
  expiresAt: number
  revokedAt: number | null
  lastUsedAt: number | null
  /** The key that made it. Null: the application key, or unknown. */
  madeBy: string | null
  /**
   * The user id of the operator who made it at the desk. It is valid while that role lasts. Null: it was made
   * elsewhere.
   */
  madeByOperator: string | null
  /** The first key of its line: itself, if the application key made it. Null: its maker is unknown. */
  line: string | null
}

export const operatorKeyStore = (connection: Connection) => ({
  insert: async (
    hash: string,
    {
      id,
      name,
      holder,
      scopes,
      createdAt,
      expiresAt,
      madeBy,
      madeByOperator,
      line,
    }: Omit<OperatorKey, 'revokedAt' | 'lastUsedAt'>,
  ): Promise<void> => {
    await connection
      .insertInto('operator_keys')
      .values({
        ...{ id, hash, name, holder, scopes: scopesColumn(scopes), created_at: createdAt, expires_at: expiresAt },
        ...{ revoked_at: null, last_used_at: null, made_by: madeBy, made_by_operator: madeByOperator, line },
      })
      .execute()
  },

  /** The key with this hash, even if it has ended. */
  find: async (hash: string): Promise<OperatorKey | undefined> => {
    const row = await connection.selectFrom('operator_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && keyOf(row)
  },

  findById: async (id: string): Promise<OperatorKey | undefined> => {
    const row = await connection.selectFrom('operator_keys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && keyOf(row)
  },

  list: async (most: number): Promise<OperatorKey[]> => {
    const rows = await connection.selectFrom('operator_keys').selectAll().orderBy('id', 'desc').limit(most).execute()
    return rows.map(keyOf)
  },

  /** How many keys are valid. Counting stops at a limit. */
  countGood: async (at: number, most: number): Promise<number> => {
    const rows = await connection
      .selectFrom('operator_keys')
      .select('id')
      .where('expires_at', '>', at)
      .where('revoked_at', 'is', null)
      .limit(most)
      .execute()
    return rows.length
  },

  /** True for a key that no operator has made, or whose maker still has that role and an open account. */
  isHeld: async ({ madeByOperator, createdAt }: OperatorKey): Promise<boolean> => {
    if (madeByOperator === null) return true
    const role = await connection
      .selectFrom('operators')
      .innerJoin('accounts', 'accounts.id', 'operators.account_id')
      .select('account_id')
      .where('account_id', '=', madeByOperator)
      .where('added_at', '<=', createdAt)
      .where('erase_at', 'is', null)
      .where('frozen_at', 'is', null)
      .executeTakeFirst()
    return role !== undefined
  },

  /** Revokes a key. False when it does not exist or is revoked already. */
  revoke: async (id: string, at: number): Promise<boolean> =>
    (await revoke(connection, { column: 'id', values: [id] }, at)).length > 0,

  /** Revokes the keys that these keys have made. Returns their ids. */
  revokeMadeBy: (ids: readonly string[], at: number): Promise<string[]> =>
    revoke(connection, { column: 'made_by', values: ids }, at),

  /** Revokes the keys that an operator has made at the desk. Returns their ids. */
  revokeMadeByOperator: (accountId: string, at: number): Promise<string[]> =>
    revoke(connection, { column: 'made_by_operator', values: [accountId] }, at),

  used: async (id: string, at: number): Promise<void> => {
    await connection.updateTable('operator_keys').set({ last_used_at: at }).where('id', '=', id).execute()
  },
})

export type OperatorKeyStore = ReturnType<typeof operatorKeyStore>

interface Which {
  column: 'id' | 'made_by' | 'made_by_operator'
  values: readonly string[]
}

/** Revokes the keys that are still valid. Returns their ids. */
const revoke = async (connection: Connection, { column, values }: Which, at: number): Promise<string[]> => {
  const revoked = await connection
    .updateTable('operator_keys')
    .set({ revoked_at: at })
    .where(column, 'in', values)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}

const keyOf = (row: Selectable<Schema['operator_keys']>): OperatorKey => ({
  id: row.id,
  name: row.name,
  holder: row.holder,
  scopes: scopesIn(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  madeBy: row.made_by,
  madeByOperator: row.made_by_operator,
  line: row.line,
})
