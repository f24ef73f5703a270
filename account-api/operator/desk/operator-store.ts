import type { Connection } from '#account-api/database/schema'
import { scopesColumn, scopesIn } from '#account-api/operator/scopes-column'
import type { OperatorScope } from '#contract/operator/operator-power'

/** The role of a person who may enter the operator's desk. */
export interface OperatorRole {
  accountId: string
  scopes: readonly OperatorScope[]
  addedAt: number
  /** The user id of an operator, or the name of a key. */
  addedBy: string
  /** The first key or role of the line that this role belongs to. Null: unknown. */
  line: string | null
}

/** The role, with the names of the person. */
export interface NamedOperator extends OperatorRole {
  username: string
  name: string | null
}

export const operatorStore = (connection: Connection) => ({
  /** Gives an account the role. False when it has the role already. */
  insert: async ({ accountId, scopes, addedAt, addedBy, line }: OperatorRole): Promise<boolean> => {
    const added = await connection
      .insertInto('operators')
      .values({ account_id: accountId, scopes: scopesColumn(scopes), added_at: addedAt, added_by: addedBy, line })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .execute()
    return added.length > 0
  },

  /** Removes the role, with its tickets and sessions at the desk. False when the account does not have it. */
  remove: async (accountId: string): Promise<boolean> => {
    const removed = await connection
      .deleteFrom('operators')
      .where('account_id', '=', accountId)
      .returning('account_id')
      .execute()
    return removed.length > 0
  },

  /** The role of an account, and when its recovery codes were made. */
  find: async (accountId: string): Promise<(OperatorRole & { codesMadeAt: number | null }) | undefined> => {
    const row = await connection
      .selectFrom('operators')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('recovery_codes')
          .select(({ fn }) => fn.max('made_at').as('made_at'))
          .whereRef('recovery_codes.account_id', '=', 'operators.account_id')
          .as('codes_made_at'),
      )
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return (
      row && {
        accountId: row.account_id,
        scopes: scopesIn(row.scopes),
        addedAt: row.added_at,
        addedBy: row.added_by,
        line: row.line,
        codesMadeAt: row.codes_made_at,
      }
    )
  },

  /** How many operators exist. Counting stops at a limit. */
  count: async (most: number): Promise<number> =>
    (await connection.selectFrom('operators').select('account_id').limit(most).execute()).length,

  list: async (most: number): Promise<NamedOperator[]> => {
    const rows = await connection
      .selectFrom('operators')
      .innerJoin('accounts', 'accounts.id', 'operators.account_id')
      .leftJoin('identifiers', (join) =>
        join.onRef('identifiers.account_id', '=', 'accounts.id').on('kind', '=', 'username'),
      )
      .selectAll('operators')
      .select(['identifiers.value as username', 'accounts.name'])
      .limit(most)
      .execute()
    return rows.map((row) => ({
      accountId: row.account_id,
      scopes: scopesIn(row.scopes),
      addedAt: row.added_at,
      addedBy: row.added_by,
      line: row.line,
      username: row.username ?? '',
      name: row.name,
    }))
  },
})

export type OperatorStore = ReturnType<typeof operatorStore>
