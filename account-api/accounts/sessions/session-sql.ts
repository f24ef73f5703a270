import type { Selectable } from 'kysely'
import { firstIdAt } from '../../kernel/random'
import { waysMaybeLetInBy } from './origin'
import type { SessionRecord, SessionStore } from './session-store'
import { beginSession } from './begin-session'
import { originOf } from './origin-columns'
import type { Connection, Schema } from '../../database/schema'
import { type Condition, endSessions, isOfGeneration } from './session-ends'

export const sessionStore = (connection: Connection): SessionStore => {
  const { endSome, endOthers, endAll } = endSessions(connection)

  /** The living sessions of an account. */
  const ofAccount = (accountId: string) =>
    connection.selectFrom('sessions').where('account_id', '=', accountId).where(isOfGeneration(accountId))

  const byId = (id: string) =>
    connection
      .selectFrom('sessions')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'account_id').onRef('session_generation', '=', 'generation'),
      )
      .where('sessions.id', '=', id)

  return {
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
        .whereRef('generation', '=', 'session_generation')
      const row = await living.where('token_hash', '=', tokenHash).executeTakeFirst()
      if (row) return { ...record(row), accountUsedAt: row.last_used_at }
      const renewed = await living
        .where('previous_token_hash', '=', tokenHash)
        .where(({ eb, or }) => or([eb('proven_at', '>', renewedSince), eb('renewed_at', '>', renewedSince)]))
        .executeTakeFirst()
      if (!renewed) return undefined
      return { ...asBefore(record(renewed), renewed.previous_proven_at ?? 0), accountUsedAt: renewed.last_used_at }
    },

    isLiving: async (id) => (await byId(id).select('sessions.id').executeTakeFirst()) !== undefined,

    get: async (id) => {
      const row = await byId(id).selectAll('sessions').executeTakeFirst()
      return row && record(row)
    },

    touch: async (id, at) => {
      await connection.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
    },

    renew: async (id, { tokenHash, at, factor, way }) => {
      await connection
        .updateTable('sessions')
        .set(({ ref }) => ({
          token_hash: tokenHash,
          previous_token_hash: ref('token_hash'),
          previous_proven_at: ref('proven_at'),
          proven_at: at,
          last_seen_at: at,
          root_way: way,
          root_proven_at: at,
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

    endAll,

    endOthers,

    endBegunBy: (accountId, ways) => endSome(accountId, (session) => session('way', 'in', ways)),

    endLetInBy: (accountId, entrance, keptId) => {
      const wasLetIn: Condition = ({ eb, or, and }) =>
        or([
          eb('let_in_by', 'like', `%${entrance}%`),
          // Older than origins.
          and([eb('let_in_by', 'is', null), eb('way', 'in', waysMaybeLetInBy(entrance))]),
        ])
      return endSome(accountId, wasLetIn, keptId)
    },

    living: async (accountId, { seen, proven, limit }) => {
      const newest = ofAccount(accountId).selectAll().orderBy('id', 'desc').limit(mostLookedAt)
      const rows = await connection
        .selectFrom(newest.as('newest'))
        .selectAll()
        .where('last_seen_at', '>', seen)
        .where(({ eb, fn }) => eb(fn.coalesce('root_proven_at', 'created_at'), '>', proven))
        .orderBy('last_seen_at', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute()
      return rows.map(record)
    },

    peopleSince: async (since, most) => {
      const latest = connection
        .selectFrom('sessions')
        .select('account_id')
        .where('id', '>=', firstIdAt(since))
        .orderBy('id', 'desc')
        .limit(most)
      const { people } = await connection
        .selectFrom(latest.as('latest'))
        .select(({ fn }) => fn.count<number>('account_id').distinct().as('people'))
        .executeTakeFirstOrThrow()
      return Number(people)
    },

    endOne: async (accountId, id) => {
      const ended = await connection
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where(isOfGeneration(accountId))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return ended && record(ended)
    },

    endPassedOn: async (accountId, id) => {
      const ended = await connection
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where(isOfGeneration(accountId))
        .where('ancestors', 'like', `%${id}%`)
        .returning('id')
        .execute()
      return ended.map((each) => each.id)
    },
  }
}

/** More than an account may have, for sign-ins at the same moment. */
const mostLookedAt = 1000

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
  origin: originOf(row, { way: row.way, at: row.created_at }),
})

/** A session as its previous token knew it: without the proofs that came later. */
const asBefore = (session: SessionRecord, provenAt: number): SessionRecord => {
  const { mobile, email, password } = session.factors
  const known = (at: number | null) => (at !== null && at <= provenAt ? at : null)
  return { ...session, provenAt, factors: { mobile: known(mobile), email: known(email), password: known(password) } }
}
