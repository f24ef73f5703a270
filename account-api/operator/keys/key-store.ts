import type { Selectable } from 'kysely'
import type { OperatorScope } from '../../../contract/operator/operator-call'
import type { Connection, Schema } from '../../database/schema'
import { scopesColumn, scopesIn } from '../scopes-column'

/** A key of an operator, as it is kept. */
export interface OperatorKey {
  id: string
  name: string
  holder: string
  scopes: readonly OperatorScope[]
  createdAt: number
  expiresAt: number
  revokedAt: number | null
  lastUsedAt: number | null
  /** The key that made it. Null: the application key did, or it is unknown. */
  madeBy: string | null
  /** The key that its line begins with: itself, where the application key made it. Null: it is unknown who made it. */
  line: string | null
}

export const operatorKeyStore = (connection: Connection) => ({
  insert: async (
    hash: string,
    { id, name, holder, scopes, createdAt, expiresAt, madeBy, line }: Omit<OperatorKey, 'revokedAt' | 'lastUsedAt'>,
  ): Promise<void> => {
    await connection
      .insertInto('operator_keys')
      .values({
        ...{ id, hash, name, holder, scopes: scopesColumn(scopes), created_at: createdAt, expires_at: expiresAt },
        ...{ revoked_at: null, last_used_at: null, made_by: madeBy, line },
      })
      .execute()
  },

  /** The key of a hash, also one that has ended. */
  find: async (hash: string): Promise<OperatorKey | undefined> => {
    const row = await connection.selectFrom('operator_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && keyOf(row)
  },

  findById: async (id: string): Promise<OperatorKey | undefined> => {
    const row = await connection.selectFrom('operator_keys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && keyOf(row)
  },

  /** The keys, the newest first. */
  list: async (most: number): Promise<OperatorKey[]> => {
    const rows = await connection.selectFrom('operator_keys').selectAll().orderBy('id', 'desc').limit(most).execute()
    return rows.map(keyOf)
  },

  /** How many keys are good at a time, up to a number. */
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

  /** Ends a key. False when there is none, or when it has been revoked before. */
  revoke: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('operator_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Remembers that a key was used. */
  used: async (id: string, at: number): Promise<void> => {
    await connection.updateTable('operator_keys').set({ last_used_at: at }).where('id', '=', id).execute()
  },
})

export type OperatorKeyStore = ReturnType<typeof operatorKeyStore>

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
  line: row.line,
})
