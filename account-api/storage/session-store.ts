import type { Selectable } from 'kysely'
import type { SessionRecord, SessionStore } from '../domain/storage'
import type { Connection, Schema } from './schema'

export const sessionStore = (connection: Connection): SessionStore => ({
  begin: async (session, { passwordHash }) => {
    const row: Schema['sessions'] = {
      id: session.id,
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      proven_at: session.provenAt,
      address: session.address,
      client: session.client,
      way: session.way,
    }
    const begun = await connection
      .insertInto('sessions')
      .columns(Object.keys(row) as (keyof typeof row)[])
      .expression((query) =>
        query
          .selectFrom('accounts')
          .select((account) => Object.entries(row).map(([column, value]) => account.val(value).as(column)))
          .where('id', '=', session.accountId)
          .where('password_hash', passwordHash === null ? 'is' : '=', passwordHash)
          .where('erase_at', 'is', null)
          // A change that is under way is waited for, and then the conditions are judged by what came of it.
          .forShare(),
      )
      .returning('id')
      .executeTakeFirst()
    return begun !== undefined
  },

  find: async (tokenHash) => {
    const row = await connection
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('sessions')
      .where('token_hash', '=', tokenHash)
      // However it came about, nobody is in a cancelled account.
      .where('erase_at', 'is', null)
      .executeTakeFirst()
    return row && record(row)
  },

  touch: async (id, at) => {
    await connection.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
  },

  renew: async (id, { tokenHash, at }) => {
    await connection
      .updateTable('sessions')
      .set({ token_hash: tokenHash, proven_at: at, last_seen_at: at })
      .where('id', '=', id)
      .execute()
  },

  endAll: async (accountId) => {
    await connection.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  },

  living: async (accountId, { seen, begun, limit }) => {
    const rows = await connection
      .selectFrom('sessions')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('last_seen_at', '>', seen)
      .where('created_at', '>', begun)
      .orderBy('last_seen_at', 'desc')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
      .execute()
    return rows.map(record)
  },

  endOne: async (accountId, id) => {
    const ended = await connection
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return ended && record(ended)
  },

  endOthers: async (accountId, keptId) => {
    const ended = await connection
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('id', '<>', keptId)
      .returning('id')
      .execute()
    return ended.length
  },
})

const record = (row: Selectable<Schema['sessions']>): SessionRecord => ({
  id: row.id,
  accountId: row.account_id,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  provenAt: row.proven_at,
  address: row.address,
  client: row.client,
  way: row.way,
})
