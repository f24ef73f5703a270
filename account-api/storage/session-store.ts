import type { Selectable } from 'kysely'
import type { SessionRecord, SessionStore } from '../domain/session/session-store'
import { beginSession } from './begin-session'
import type { Connection, Schema } from './schema'

export const sessionStore = (connection: Connection): SessionStore => ({
  begin: beginSession(connection),

  find: async (tokenHash, { renewedSince }) => {
    const living = connection
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('sessions')
      .select('last_used_at')
      // Nobody is signed in to a cancelled or frozen account, however that came about.
      .where('erase_at', 'is', null)
      .where('frozen_at', 'is', null)
    const row = await living.where('token_hash', '=', tokenHash).executeTakeFirst()
    if (row) return { ...record(row), accountUsedAt: row.last_used_at }
    const renewed = await living
      .where('previous_token_hash', '=', tokenHash)
      .where(({ eb, or }) => or([eb('proven_at', '>', renewedSince), eb('renewed_at', '>', renewedSince)]))
      .executeTakeFirst()
    if (!renewed) return undefined
    return { ...asBefore(record(renewed), renewed.previous_proven_at ?? 0), accountUsedAt: renewed.last_used_at }
  },

  isLiving: async (id) =>
    (await connection.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

  touch: async (id, at) => {
    await connection.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
  },

  renew: async (id, { tokenHash, at, factor }) => {
    await connection
      .updateTable('sessions')
      .set(({ ref }) => ({
        token_hash: tokenHash,
        previous_token_hash: ref('token_hash'),
        previous_proven_at: ref('proven_at'),
        proven_at: at,
        last_seen_at: at,
        ...(factor && { [`${factor}_proven_at`]: at }),
      }))
      .where('id', '=', id)
      .execute()
  },

  act: async ({ id, provenAt }, { tokenHash, at, identityId }) => {
    const { numUpdatedRows } = await connection
      .updateTable('sessions')
      .set(({ ref }) => ({
        token_hash: tokenHash,
        previous_token_hash: ref('token_hash'),
        previous_proven_at: ref('proven_at'),
        renewed_at: at,
        last_seen_at: at,
        identity_id: identityId,
      }))
      .where('id', '=', id)
      .where('proven_at', '=', provenAt)
      .executeTakeFirst()
    return numUpdatedRows > 0n
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

  endBegunBy: async (accountId, ways, keptId) => {
    await connection
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('way', 'in', ways)
      .$if(keptId !== undefined, (query) => query.where('id', '<>', keptId ?? ''))
      .execute()
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
  clientAddress: row.address,
  client: row.client,
  way: row.way,
  identityId: row.identity_id,
  factors: { mobile: row.mobile_proven_at, email: row.email_proven_at, password: row.password_proven_at },
})

/** A session as its previous token knew it: without the proofs that came later. */
const asBefore = (session: SessionRecord, provenAt: number): SessionRecord => {
  const { mobile, email, password } = session.factors
  const known = (at: number | null) => (at !== null && at <= provenAt ? at : null)
  return { ...session, provenAt, factors: { mobile: known(mobile), email: known(email), password: known(password) } }
}
