import type { Selectable } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'
import type { UsernameRecord } from '#rules/typed/username'

/** A username that waits for an operator's review. */
export interface PendingUsername {
  accountId: string
  username: UsernameRecord
  askedAt: number
}

interface Taken extends UsernameRecord {
  accountId: string
  at: number
}

export const usernameStore = (connection: Connection) => ({
  /** Gives an account its username. False when another account has it, or one that looks like it. */
  take: async ({ value, skeleton, accountId, at }: Taken): Promise<boolean> => {
    const taken = await connection
      .insertInto('identifiers')
      .values({ kind: 'username', value, skeleton, account_id: accountId, bound_at: at })
      // The conflict may be the username itself, or another with its skeleton.
      .onConflict((conflict) => conflict.doNothing())
      .returning('value')
      .executeTakeFirst()
    return taken !== undefined
  },

  setChosen: async (accountId: string): Promise<void> => {
    await connection.updateTable('accounts').set({ username_is_chosen: 1 }).where('id', '=', accountId).execute()
  },

  /**
   * The usernames of other accounts, in use or given up after this time, that equal or look like the given ones. One
   * statement reads both tables, so that a username that moves between them is not missed.
   */
  inUse: async (
    names: readonly UsernameRecord[],
    { exceptBy, givenUpAfter }: { exceptBy: string; givenUpAfter: number },
  ): Promise<UsernameRecord[]> => {
    const values = names.map(({ value }) => value)
    const skeletons = names.map(({ skeleton }) => skeleton)
    const others = connection
      .selectFrom('identifiers')
      .select(['value', 'skeleton'])
      .where('account_id', '!=', exceptBy)
    const rows = await others
      .where('kind', '=', 'username')
      .where('value', 'in', values)
      // Only usernames have a skeleton. With their kind in the condition, SQLite would look at all of them.
      .union(others.where('skeleton', 'in', skeletons))
      .union(
        connection
          .selectFrom('username_changes')
          .select(['username as value', 'skeleton'])
          .where('skeleton', 'in', skeletons)
          .where('changed_at', '>', givenUpAfter)
          .where('account_id', '!=', exceptBy),
      )
      .execute()
    return rows.map(({ value, skeleton }) => ({ value, skeleton: skeleton ?? '' }))
  },

  /** Records a username that an account has given up. It counts as a change. */
  insertChange: async (change: Taken & { id: string }): Promise<void> => {
    const { id, accountId: account_id, value: username, skeleton, at: changed_at } = change
    await connection.insertInto('username_changes').values({ id, account_id, username, skeleton, changed_at }).execute()
  },

  /** The times after `after` at which the account changed its username, the oldest first. */
  changesAfter: async (accountId: string, after: number): Promise<number[]> => {
    const changes = await connection
      .selectFrom('username_changes')
      .select('changed_at')
      .where('account_id', '=', accountId)
      .where('changed_at', '>', after)
      .orderBy('changed_at')
      .execute()
    return changes.map((change) => change.changed_at)
  },

  /** Forgets the changes of an account since this time, because they were undone and do not count. */
  forgetChanges: async (accountId: string, from: number): Promise<void> => {
    await connection
      .deleteFrom('username_changes')
      .where('account_id', '=', accountId)
      .where('changed_at', '>=', from)
      .execute()
  },

  putPending: async ({ accountId, username, askedAt }: PendingUsername): Promise<void> => {
    const name = { username: username.value, skeleton: username.skeleton, held_at: askedAt }
    await connection
      .insertInto('held_usernames')
      .values({ account_id: accountId, ...name })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(name))
      .execute()
  },

  dropPending: async (accountId: string): Promise<void> => {
    await connection.deleteFrom('held_usernames').where('account_id', '=', accountId).execute()
  },

  pendingOf: async (accountId: string): Promise<PendingUsername | undefined> => {
    const row = await connection
      .selectFrom('held_usernames')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && pendingUsername(row)
  },

  /** The pending usernames, each with the account's current one, the oldest first. */
  listPending: async (limit: number): Promise<(PendingUsername & { current: string })[]> => {
    const rows = await connection
      .selectFrom((query) =>
        query.selectFrom('held_usernames').selectAll().orderBy('held_at').orderBy('account_id').limit(limit).as('held'),
      )
      .innerJoin('identifiers', (join) =>
        join.onRef('identifiers.account_id', '=', 'held.account_id').on('kind', '=', 'username'),
      )
      .selectAll('held')
      .select('identifiers.value as current')
      .orderBy('held_at')
      .orderBy('held.account_id')
      .execute()
    return rows.map((row) => ({ ...pendingUsername(row), current: row.current }))
  },
})

export type UsernameStore = ReturnType<typeof usernameStore>

const pendingUsername = (row: Selectable<Schema['held_usernames']>): PendingUsername => ({
  accountId: row.account_id,
  username: { value: row.username, skeleton: row.skeleton },
  askedAt: row.held_at,
})
