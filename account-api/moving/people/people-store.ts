import type { Insertable } from 'kysely'
import type { Identifier } from '#account-api/accounts/account/identifier'
import type { Connection, Schema } from '#account-api/database/schema'

type Rows<Table extends keyof Schema> = readonly Insertable<Schema[Table]>[]

export interface PeopleRows {
  accounts: Rows<'accounts'>
  identifiers: Rows<'identifiers'>
  claims: Rows<'email_claims'>
  heldUsernames: Rows<'held_usernames'>
  authenticators: Rows<'authenticators'>
  origins: Rows<'imported_people'>
}

export const peopleStore = (connection: Connection) => {
  const insert = async <Table extends keyof Schema>(table: Table, rows: Rows<Table>): Promise<void> => {
    if (rows.length > 0) await connection.insertInto(table).values(rows).execute()
  }

  return {
    /** The given people who were imported before. `bySignIn`: at their own sign-in. */
    known: async (origins: readonly string[]): Promise<{ origin: string; bySignIn: boolean }[]> => {
      const those = connection.selectFrom('imported_people').where('origin', 'in', origins)
      const rows = await those.select(['origin', 'by_sign_in']).execute()
      return rows.map((row) => ({ origin: row.origin, bySignIn: row.by_sign_in === 1 }))
    },

    /** The given identifiers of one kind that belong to an account. */
    taken: async (kind: Identifier['kind'], values: readonly string[]): Promise<string[]> => {
      if (values.length === 0) return []
      const those = connection.selectFrom('identifiers').where('kind', '=', kind).where('value', 'in', values)
      return (await those.select('value').execute()).map(({ value }) => value)
    },

    /**
     * Creates people with all their data, in few statements. False when another account has taken one of the
     * identifiers, or another run one of the people. Then roll back.
     */
    insert: async (rows: PeopleRows): Promise<boolean> => {
      await insert('accounts', rows.accounts)
      const bound = await connection
        .insertInto('identifiers')
        .values(rows.identifiers)
        .onConflict((conflict) => conflict.doNothing())
        .returning('value')
        .execute()
      const noted = await connection
        .insertInto('imported_people')
        .values(rows.origins)
        .onConflict((conflict) => conflict.doNothing())
        .returning('origin')
        .execute()
      if (bound.length < rows.identifiers.length || noted.length < rows.origins.length) return false
      await insert('email_claims', rows.claims)
      await insert('held_usernames', rows.heldUsernames)
      await insert('authenticators', rows.authenticators)
      // Proving an email ends the claims to it.
      const emails = rows.identifiers.flatMap(({ kind, value }) => (kind === 'email' ? value : []))
      if (emails.length > 0) await connection.deleteFrom('email_claims').where('email', 'in', emails).execute()
      return true
    },
  }
}

export type PeopleStore = ReturnType<typeof peopleStore>
