import type { AccountRecord } from '#account-api/accounts/account/account-record'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { Redeeming, SiteTicket } from '#account-api/applications/sites/site-session-store'
import type { Connection } from '#account-api/database/schema'
import { scopesIn } from '#account-api/operator/scopes-column'
import type { OperatorScope } from '#contract/operator/operator-power'

/** A ticket for the desk that waits for its browser. */
type DeskTicket = Omit<SiteTicket, 'siteId'> & { accountId: string; factorAt: number }

/** A session at the desk, with its operator. */
export interface DeskVisit {
  accountId: string
  username: string
  name: string | null
  scopes: readonly OperatorScope[]
  /** The scopes of the role. */
  addedAt: number
  line: string | null
  expiresAt: number
  lastUsedAt: number
  /** When the factor that opened the desk was proven. */
  factorAt: number
  /** The second factors of the account, and when the session that opened the desk has proven them. */
  has: Pick<AccountRecord, 'authenticatorSince' | 'passkeySince'>
  proven: Pick<SessionRecord['factors'], 'authenticator' | 'passkey'>
}

export const deskSessionStore = (connection: Connection) => ({
  insert: async ({ hash, accountId, sessionId, challenge, at, factorAt, expiresAt }: DeskTicket): Promise<void> => {
    await connection
      .insertInto('desk_sessions')
      .values({
        ...{ hash, account_id: accountId, session_id: sessionId, challenge },
        ...{ issued_at: at, factor_at: factorAt, expires_at: expiresAt, last_used_at: at },
      })
      .execute()
  },

  /** Turns a ticket into a session, in one statement. False when it is for another browser, too old, or used. */
  redeem: async ({ hash, challenge, at, becomes }: Omit<Redeeming, 'origin'>): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('desk_sessions')
      .set({ hash: becomes.hash, challenge: null, expires_at: becomes.expiresAt, last_used_at: at })
      .where('hash', '=', hash)
      .where('challenge', '=', challenge)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /**
   * Ends the other sessions and tickets that come from the same session, because they belong to one browser. True when
   * one of them was a session.
   */
  endOthers: async (hash: string): Promise<boolean> => {
    const ended = await connection
      .deleteFrom('desk_sessions')
      .where('session_id', '=', ({ selectFrom }) =>
        selectFrom('desk_sessions as own').select('own.session_id').where('own.hash', '=', hash),
      )
      .where('hash', '<>', hash)
      .returning('challenge')
      .execute()
    return ended.some(({ challenge }) => challenge === null)
  },

  /** Ends a session, or uses up a ticket after a failed attempt. */
  end: async (hash: string): Promise<void> => {
    await connection.deleteFrom('desk_sessions').where('hash', '=', hash).execute()
  },

  /**
   * The session of a token, if its account is open and has the role, and the session that opened it is alive. One
   * statement checks everything that ends it.
   */
  find: async (hash: string, { at, usedSince }: { at: number; usedSince: number }): Promise<DeskVisit | undefined> => {
    const row = await connection
      .selectFrom('desk_sessions')
      .innerJoin('operators', 'operators.account_id', 'desk_sessions.account_id')
      .innerJoin('sessions', (join) =>
        join
          .onRef('sessions.id', '=', 'desk_sessions.session_id')
          .onRef('sessions.account_id', '=', 'desk_sessions.account_id'),
      )
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'desk_sessions.account_id').onRef('session_generation', '=', 'generation'),
      )
      .leftJoin('identifiers', (join) =>
        join.onRef('identifiers.account_id', '=', 'accounts.id').on('kind', '=', 'username'),
      )
      .select(['desk_sessions.account_id', 'desk_sessions.expires_at', 'desk_sessions.last_used_at', 'factor_at'])
      .select(['scopes', 'added_at', 'line'])
      .select(['accounts.name', 'identifiers.value as username', 'authenticator_since', 'passkey_since'])
      .select(['authenticator_proven_at', 'passkey_proven_at'])
      .where('hash', '=', hash)
      .where('challenge', 'is', null)
      .where('desk_sessions.expires_at', '>', at)
      .where('desk_sessions.last_used_at', '>', usedSince)
      .where('erase_at', 'is', null)
      .where('frozen_at', 'is', null)
      .executeTakeFirst()
    return (
      row && {
        accountId: row.account_id,
        username: row.username ?? '',
        name: row.name,
        scopes: scopesIn(row.scopes),
        addedAt: row.added_at,
        line: row.line,
        expiresAt: row.expires_at,
        lastUsedAt: row.last_used_at,
        factorAt: row.factor_at,
        has: { authenticatorSince: row.authenticator_since, passkeySince: row.passkey_since },
        proven: { authenticator: row.authenticator_proven_at, passkey: row.passkey_proven_at },
      }
    )
  },

  used: async (hash: string, at: number): Promise<void> => {
    await connection.updateTable('desk_sessions').set({ last_used_at: at }).where('hash', '=', hash).execute()
  },
})

export type DeskSessionStore = ReturnType<typeof deskSessionStore>
