import { sql } from 'kysely'
import type { IdentifierKind } from '#account-api/accounts/account/identifier'
import { isPostgres } from '#account-api/database/dialect'
import type { Connection } from '#account-api/database/schema'
import { lastCharacter } from '#rules/typed/name-key'

/** An operator's searches for people, by the beginnings of texts. Both databases compare these by bytes. */
export const searchStore = (connection: Connection) => ({
  /**
   * The ids of the accounts whose name begins with a text, by name (accounts_by_name_key).
   * @param key of the text, as searches compare it
   */
  named: async (key: string, limit: number): Promise<string[]> => {
    const rows = await connection
      .selectFrom('accounts')
      .select('id')
      .where('name_key', '>=', key)
      .where('name_key', '<', key + lastCharacter)
      .orderBy('name_key')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** The ids of the accounts with a mobile, an email or a username that begins with a text, ordered by it. */
  identified: async (kind: IdentifierKind, beginning: string, limit: number): Promise<string[]> => {
    const key = isPostgres(connection) ? sql<string>`value collate "C"` : sql<string>`value`
    const rows = await connection
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', kind)
      .where(key, '>=', beginning)
      .where(key, '<', beginning + lastCharacter)
      .orderBy(key)
      .limit(limit)
      .execute()
    return rows.map(({ account_id }) => account_id)
  },
})

export type SearchStore = ReturnType<typeof searchStore>
