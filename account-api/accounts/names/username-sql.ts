import type { Selectable } from 'kysely'
import type { PendingUsername, UsernameStore } from './username-store'
import type { Connection, Schema } from '../../database/schema'

export const usernameStore = (connection: Connection): UsernameStore => ({
  take: async ({ value, skeleton, accountId, at }) => {
    const taken = await connection
      .insertInto('identifiers')
      .values({ kind: 'username', value, skeleton, account_id: accountId, bound_at: at })
      // The conflict may be the username itself, or another with its skeleton.
      .onConflict((conflict) => conflict.doNothing())
      .returning('value')
      .executeTakeFirst()
    return taken !== undefined
  },

  setChosen: async (accountId) => {
    await connection.updateTable('accounts').set({ username_is_chosen: 1 }).where('id', '=', accountId).execute()
  },

  inUse: async (names, { exceptBy, givenUpAfter }) => {
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

  insertChange: async ({ id, accountId, value, skeleton, at }) => {
    await connection
      .insertInto('username_changes')
      .values({ id, account_id: accountId, username: value, skeleton, changed_at: at })
      .execute()
  },

  changesAfter: async (accountId, after) => {
    const changes = await connection
      .selectFrom('username_changes')
      .select('changed_at')
      .where('account_id', '=', accountId)
      .where('changed_at', '>', after)
      .orderBy('changed_at')
      .execute()
    return changes.map((change) => change.changed_at)
  },

  forgetChanges: async (accountId, from) => {
    await connection
      .deleteFrom('username_changes')
      .where('account_id', '=', accountId)
      .where('changed_at', '>=', from)
      .execute()
  },

  putPending: async ({ accountId, username, askedAt }) => {
    const name = { username: username.value, skeleton: username.skeleton, held_at: askedAt }
    await connection
      .insertInto('held_usernames')
      .values({ account_id: accountId, ...name })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(name))
      .execute()
  },

  dropPending: async (accountId) => {
    await connection.deleteFrom('held_usernames').where('account_id', '=', accountId).execute()
  },

  pendingOf: async (accountId) => {
    const row = await connection
      .selectFrom('held_usernames')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && pendingUsername(row)
  },

  listPending: async (limit) => {
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

const pendingUsername = (row: Selectable<Schema['held_usernames']>): PendingUsername => ({
  accountId: row.account_id,
  username: { value: row.username, skeleton: row.skeleton },
  askedAt: row.held_at,
})
