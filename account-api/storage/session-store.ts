import type { SessionStore } from '../domain/storage'
import type { Connection } from './schema'

export const sessionStore = (connection: Connection): SessionStore => ({
  insert: async (session) => {
    await connection
      .insertInto('sessions')
      .values({
        id: session.id,
        token_hash: session.tokenHash,
        account_id: session.accountId,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        proven_at: session.provenAt,
      })
      .execute()
  },

  find: async (tokenHash) => {
    const row = await connection
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        accountId: row.account_id,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        provenAt: row.proven_at,
      }
    )
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

  end: async (id) => {
    await connection.deleteFrom('sessions').where('id', '=', id).execute()
  },

  endAll: async (accountId) => {
    await connection.deleteFrom('sessions').where('account_id', '=', accountId).execute()
  },
})
