import { sql } from 'kysely'
import { fromLivingSession } from '#account-api/accounts/sessions/session-ends'
import type { Claiming, EndedTicket, ServiceToTell } from '#account-api/applications/services/ends-to-tell'
import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'

/** An ended session, for the notice to its client. */
export interface EndedClientSession {
  clientId: string
  sub: string
  sid: string
}

export const clientSessionStore = (connection: Connection) => ({
  /**
   * Records a session of a client, once. Nothing is recorded when the session has ended. Its end is signalled if the
   * client has a webhook.
   */
  note: async ({
    id,
    clientId,
    sessionId,
    sid,
    expiresAt,
  }: {
    id: string
    clientId: string
    sessionId: string
    sid: string
    expiresAt: number
  }): Promise<void> => {
    await sql`
      insert into client_sessions (id, client_id, session_id, account_id, sid, expires_at, awaits_signal)
      select ${id}, ${clientId}, sessions.id, account_id, ${sid}, cast(${expiresAt} as bigint),
        case when exists (select 1 from webhooks where webhooks.client_id = ${clientId}) then 1 else 0 end
      ${fromLivingSession(sessionId)}
      on conflict (session_id, client_id) do update set awaits_signal = excluded.awaits_signal`.execute(connection)
  },

  toTell: async (at: number): Promise<ServiceToTell[]> => {
    const rows = await connection
      .selectFrom('open_clients')
      .select(['open_clients.id', 'logout_url', 'organisation_id'])
      .where('logout_url', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('client_sessions')
            .select('client_sessions.id')
            .whereRef('client_sessions.client_id', '=', 'open_clients.id')
            .where('session_id', 'is', null)
            .where('next_attempt_at', '<=', at),
        ),
      )
      .execute()
    return rows.map(({ id, logout_url, organisation_id }) => ({
      id,
      logoutUrl: logout_url ?? '',
      organisationId: organisation_id ?? undefined,
    }))
  },

  claim: async (clientId: string, { at, until, limit }: Claiming): Promise<EndedTicket[]> => {
    const rows = await claiming(
      connection,
      connection
        .selectFrom('client_sessions')
        .select('id')
        .where('client_id', '=', clientId)
        .where('session_id', 'is', null)
        // A told session is forgotten, so its signal is made first.
        .where('awaits_signal', '=', 0)
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
      .updateTable('client_sessions')
      .set((column) => ({ next_attempt_at: until, attempts: column('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['id', 'account_id', 'sid', 'attempts'])
      .execute()
    return rows.map(({ id, account_id, sid, attempts }) => {
      const ended: EndedClientSession = { clientId, sub: account_id, sid }
      return { hash: id, ticket: JSON.stringify(ended), attempts }
    })
  },

  /** Takes ended sessions whose client is not signalled yet. If the transaction fails, they stay. */
  takeToSignal: async (limit: number): Promise<EndedClientSession[]> => {
    const rows = await claiming(
      connection,
      connection
        .selectFrom('client_sessions')
        .select('id')
        .where('session_id', 'is', null)
        .where('awaits_signal', '=', sql.lit(1))
        .orderBy('id')
        .limit(limit),
    )
      .updateTable('client_sessions')
      .set({ awaits_signal: 0 })
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['client_id', 'account_id', 'sid'])
      .execute()
    return rows.map(({ client_id, account_id, sid }) => ({ clientId: client_id, sub: account_id, sid }))
  },

  /** Signals no session of a person to a client any more. */
  silence: async (accountId: string, clientId: string): Promise<void> => {
    await connection
      .updateTable('client_sessions')
      .set({ awaits_signal: 0 })
      .where('account_id', '=', accountId)
      // An account has few, and a client has many: SQLite would search by the client.
      .where(sql<string>`client_id || ''`, '=', clientId)
      .execute()
  },

  forget: async (id: string): Promise<void> => {
    await connection.deleteFrom('client_sessions').where('id', '=', id).execute()
  },

  /** Erases some records of a client. Returns how many. */
  endOfClient: async (clientId: string, limit: number): Promise<number> => {
    const { numDeletedRows } = await connection
      .deleteFrom('client_sessions')
      .where('id', 'in', (query) =>
        query.selectFrom('client_sessions').select('id').where('client_id', '=', clientId).limit(limit),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  postpone: async (id: string, until: number): Promise<void> => {
    await connection.updateTable('client_sessions').set({ next_attempt_at: until }).where('id', '=', id).execute()
  },
})

export type ClientSessionStore = ReturnType<typeof clientSessionStore>
