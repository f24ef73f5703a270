import type { Selectable } from 'kysely'
import { prepared } from '#account-api/database/prepared'
import type { Connection, Schema } from '#account-api/database/schema'
import { firstIdAt } from '#account-api/kernel/random'
import type { SignInWay } from '#contract/terms/activity'
import type { Factor } from './factor'
import { openWithRecords } from './open-session'
import type { Entrance } from './origin'
import { originOf } from './origin-columns'
import { endSessions, isOfGeneration } from './session-ends'
import type { SessionRecord } from './session-record'

/** Nobody is signed in to a cancelled or suspended account, whatever cancelled or suspended it. */
const usable = (connection: Connection) =>
  connection
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('sessions')
    .select('last_used_at')
    .where('erase_at', 'is', null)
    .where('frozen_at', 'is', null)
    .whereRef('generation', '=', 'session_generation')

const usableByToken = prepared((connection, { tokenHash }: { tokenHash: string }) =>
  usable(connection).where('token_hash', '=', tokenHash),
)

const livingOfAccount = prepared(
  (connection, given: { accountId: string; seen: number; proven: number; limit: number }) =>
    connection
      .selectFrom((from) =>
        from
          .selectFrom('sessions')
          .selectAll()
          .where('account_id', '=', given.accountId)
          .where(isOfGeneration(given.accountId))
          .orderBy('id', 'desc')
          .limit(mostLookedAt)
          .as('newest'),
      )
      .selectAll()
      .where('last_seen_at', '>', given.seen)
      .where('root_proven_at', '>', given.proven)
      .orderBy('last_seen_at', 'desc')
      .limit(given.limit),
)

export const sessionStore = (connection: Connection) => {
  const { endSome, endOthers, endAll } = endSessions(connection)

  const byId = (id: string) =>
    connection
      .selectFrom('sessions')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'account_id').onRef('session_generation', '=', 'generation'),
      )
      .where('sessions.id', '=', id)

  return {
    /**
     * Opens a session, and writes all records of the sign-in: on PostgreSQL in one statement. The account must still
     * have this password hash (or none), and be neither cancelled nor suspended. The oldest sessions beyond the account's
     * maximum end. If the account has changed, or had too many sign-ins, roll back. A change of the account waits for
     * the transaction, so it also ends this session.
     */
    open: openWithRecords(connection),

    /**
     * Finds a session of an account that is neither cancelled nor suspended. The previous token is accepted if the last
     * renewal was after `renewedSince`; then the session has the previous token's proof. `accountUsedAt`: when the
     * account was last used.
     */
    find: async (
      tokenHash: string,
      { renewedSince }: { renewedSince: number },
    ): Promise<(SessionRecord & { accountUsedAt: number }) | undefined> => {
      const [row] = await usableByToken(connection, { tokenHash })
      if (row) return { ...record(row), accountUsedAt: row.last_used_at }
      const renewed = await usable(connection)
        .where('previous_token_hash', '=', tokenHash)
        .where(({ eb, or }) => or([eb('proven_at', '>', renewedSince), eb('renewed_at', '>', renewedSince)]))
        .executeTakeFirst()
      if (!renewed) return undefined
      return { ...asBefore(record(renewed), renewed.previous_proven_at ?? 0), accountUsedAt: renewed.last_used_at }
    },

    /** False when the session has ended. */
    isLiving: async (id: string): Promise<boolean> =>
      (await byId(id).select('sessions.id').executeTakeFirst()) !== undefined,

    /** The session of an id. Undefined when it has ended. */
    get: async (id: string): Promise<SessionRecord | undefined> => {
      const row = await byId(id).selectAll('sessions').executeTakeFirst()
      return row && record(row)
    },

    touch: async (id: string, at: number): Promise<void> => {
      await connection.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
    },

    /**
     * Gives a session a new token and a fresh proof: of a factor, or of a third-party identity, which is no factor. The
     * current token becomes the previous one.
     */
    renew: async (
      id: string,
      { tokenHash, at, factor, way }: { tokenHash: string; at: number; factor: Factor | undefined; way: SignInWay },
    ): Promise<void> => {
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

    /** Notes that a session has proven a factor, without renewing the session. */
    prove: async (id: string, factor: Factor, at: number): Promise<void> => {
      await connection
        .updateTable('sessions')
        .set({ [`${factor}_proven_at`]: at })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Sets the chosen member of a session, and gives it a new token with the same proof. The current token becomes
     * the previous one. False when the session has a newer proof than the call's token, which ends soon.
     */
    act: async (
      { id, provenAt }: Pick<SessionRecord, 'id' | 'provenAt'>,
      { tokenHash, at, memberId }: { tokenHash: string; at: number; memberId: string },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await connection
        .updateTable('sessions')
        .set(({ ref }) => ({
          token_hash: tokenHash,
          previous_token_hash: ref('token_hash'),
          previous_proven_at: ref('proven_at'),
          renewed_at: at,
          last_seen_at: at,
          identity_id: memberId,
        }))
        .where('id', '=', id)
        .where('proven_at', '=', provenAt)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * Ends every session of an account. If there are very many, this method and those below delete some and invalidate
     * the others; a sweep deletes those.
     */
    endAll,

    /** Ends every session of an account but one. Returns how many it has deleted. */
    endOthers,

    /** Ends the sessions of an account that began in one of these ways. If there are very many, all end. */
    endBegunBy: (accountId: string, ways: readonly SignInWay[]): Promise<void> =>
      endSome(accountId, (session) => session('way', 'in', ways)),

    /**
     * Ends the sessions whose root session began by one of these factors, except one. If there are very many, all
     * others end.
     */
    endLetInBy: (accountId: string, entrance: Entrance, keptId?: string): Promise<void> =>
      endSome(accountId, (session) => session('let_in_by', 'like', `%${entrance}%`), keptId),

    /**
     * Removes the proof by passkey from the sessions of an account, because a session does not record which passkey was
     * used. If there are very many, sessions of an earlier generation are skipped, because they have ended.
     */
    forgetPasskeys: async (accountId: string): Promise<void> => {
      await connection
        .updateTable('sessions')
        .set({ passkey_proven_at: null })
        .where('account_id', '=', accountId)
        .where(isOfGeneration(accountId))
        .where('passkey_proven_at', 'is not', null)
        .execute()
    },

    /**
     * The living sessions of an account that were seen after one time and proven after another, the most recently seen
     * first. If there are very many, only the newest are read.
     */
    living: async (
      accountId: string,
      { seen, proven, limit = mostLookedAt }: { seen: number; proven: number; limit?: number },
    ): Promise<SessionRecord[]> => (await livingOfAccount(connection, { accountId, seen, proven, limit })).map(record),

    /** How many accounts have a session that began after a time, among the newest `most` sessions. */
    peopleSince: async (since: number, most: number): Promise<number> => {
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

    /** Gives the device of a session a name, or none. False when the account has no such session. */
    name: async (accountId: string, id: string, name: string | null): Promise<boolean> => {
      const named = connection.updateTable('sessions').set({ device_name: name }).where(isOfGeneration(accountId))
      const { numUpdatedRows } = await named.where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Ends and returns one session of this account. Undefined when the account has no such session. */
    endOne: async (accountId: string, id: string): Promise<SessionRecord | undefined> => {
      const ended = await connection
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where(isOfGeneration(accountId))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return ended && record(ended)
    },

    /** Ends the sessions that were passed on from this one, directly or through others, and returns their ids. */
    endPassedOn: async (accountId: string, id: string): Promise<string[]> => {
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

export type SessionStore = ReturnType<typeof sessionStore>

/** More than an account may have, because of concurrent sign-ins. */
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
  memberId: row.identity_id,
  deviceName: row.device_name,
  factors: {
    mobile: row.mobile_proven_at,
    email: row.email_proven_at,
    password: row.password_proven_at,
    authenticator: row.authenticator_proven_at,
    passkey: row.passkey_proven_at,
  },
  origin: originOf(row),
})

/** A session as its previous token had it: without later proofs. */
const asBefore = (session: SessionRecord, provenAt: number): SessionRecord => {
  const { mobile, email, password, authenticator, passkey } = session.factors
  const known = (at: number | null) => (at !== null && at <= provenAt ? at : null)
  const factors = {
    mobile: known(mobile),
    email: known(email),
    password: known(password),
    authenticator: known(authenticator),
    passkey: known(passkey),
  }
  return { ...session, provenAt, factors }
}
