import { sql } from 'kysely'
import { factorColumns, secondFactorsIn } from '#account-api/accounts/account/counting'
import type { Showing } from '#account-api/accounts/methods/ledger'
import { originOf } from '#account-api/accounts/sessions/origin-columns'
import { fromLivingSession } from '#account-api/accounts/sessions/session-ends'
import type { FoundSession } from '#account-api/accounts/sessions/use'
import type { Connection } from '#account-api/database/schema'
import type { FactorsOf } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { type ProtectedSite, siteOf } from './site-store'

/** A ticket for a site that waits for its browser. */
export interface SiteTicket {
  hash: string
  siteId: string
  sessionId: string
  challenge: string
  at: number
  expiresAt: number
}

/** What a browser presents for a session at a site. */
export interface Redeeming {
  hash: string
  challenge: string
  origin: string
  at: number
  becomes: { hash: string; expiresAt: number }
}

/** A session at a site, with the person's data that the site may get. */
export interface SiteVisit {
  site: ProtectedSite
  session: FoundSession & Showing
  account: FactorsOf
  username: string
  name: string | null
  email: string | null
}

export const siteSessionStore = (connection: Connection) => ({
  /** Inserts a ticket. False when the session has ended. */
  insert: async ({ hash, siteId, sessionId, challenge, at, expiresAt }: SiteTicket): Promise<boolean> => {
    const { rows } = await sql`
      insert into site_sessions (hash, site_id, session_id, challenge, issued_at, expires_at)
      select
        ${hash}, ${siteId}, sessions.id, ${challenge}, cast(${at} as bigint), cast(${expiresAt} as bigint)
      ${fromLivingSession(sessionId)}
      returning hash`.execute(connection)
    return rows.length > 0
  },

  /**
   * Turns a ticket into a session, in one statement. False when it is for another site or browser, too old, or used.
   */
  redeem: async ({ hash, challenge, origin, at, becomes }: Redeeming): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('site_sessions')
      .set({ hash: becomes.hash, challenge: null, expires_at: becomes.expiresAt })
      .where('hash', '=', hash)
      .where('challenge', '=', challenge)
      .where('expires_at', '>', at)
      .where('site_id', '=', ({ selectFrom }) =>
        selectFrom('protected_sites').select('id').where('origin', '=', origin).where('removed_at', 'is', null),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Ends the earlier sessions at the same site that come from one session. */
  endEarlier: async (hash: string, issuedBefore: number): Promise<void> => {
    const own = (query: Pick<Connection, 'selectFrom'>, column: 'session_id' | 'site_id') =>
      query.selectFrom('site_sessions as own').select(`own.${column}`).where('own.hash', '=', hash)
    await connection
      .deleteFrom('site_sessions')
      .where('session_id', '=', own(connection, 'session_id'))
      .where('site_id', '=', own(connection, 'site_id'))
      .where('challenge', 'is', null)
      .where('issued_at', '<', issuedBefore)
      .execute()
  },

  /** Uses up a ticket after a failed attempt. */
  spend: async (hash: string): Promise<void> => {
    await connection.deleteFrom('site_sessions').where('hash', '=', hash).where('challenge', 'is not', null).execute()
  },

  /**
   * The session of a token at the site with this origin, if the account is open. One read has all that a request needs.
   */
  find: async (hash: string, { origin, at }: { origin: string; at: number }): Promise<SiteVisit | undefined> => {
    const row = await connection
      .selectFrom('site_sessions')
      .innerJoin('protected_sites', 'protected_sites.id', 'site_sessions.site_id')
      .innerJoin('sessions', 'sessions.id', 'site_sessions.session_id')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'sessions.account_id').onRef('session_generation', '=', 'generation'),
      )
      .leftJoin('identifiers as usernames', (join) =>
        join.onRef('usernames.account_id', '=', 'accounts.id').on('usernames.kind', '=', 'username'),
      )
      .leftJoin('identifiers as emails', (join) =>
        join.onRef('emails.account_id', '=', 'accounts.id').on('emails.kind', '=', 'email'),
      )
      .selectAll('protected_sites')
      .select(['sessions.id as session_id', 'sessions.account_id', 'last_seen_at'])
      .select(['authenticator_proven_at', 'passkey_proven_at'])
      .select(['ancestors', 'let_in_by', 'root_way', 'root_proven_at'])
      .select(['last_used_at', 'accounts.name as account_name'])
      .select([...factorColumns, 'factor_asked_at'])
      .select(['usernames.value as username', 'emails.value as email'])
      .where('site_sessions.hash', '=', hash)
      .where('challenge', 'is', null)
      .where('site_sessions.expires_at', '>', at)
      .where('origin', '=', origin)
      .where('removed_at', 'is', null)
      .where('erase_at', 'is', null)
      .where('frozen_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const { session_id, account_id, last_seen_at, last_used_at, account_name, username, email } = row
    return {
      site: siteOf(row),
      session: {
        id: session_id,
        accountId: account_id,
        lastSeenAt: last_seen_at,
        origin: originOf(row),
        factors: { authenticator: row.authenticator_proven_at, passkey: row.passkey_proven_at },
        accountUsedAt: last_used_at,
      },
      account: {
        id: account_id,
        ...secondFactorsIn(row),
        factorAskedAt: row.factor_asked_at,
      },
      username: username ?? '',
      name: account_name,
      email,
    }
  },
})

export type SiteSessionStore = ReturnType<typeof siteSessionStore>
