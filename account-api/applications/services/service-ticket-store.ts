import { sql } from 'kysely'
import type { Showing } from '#account-api/accounts/methods/ledger'
import { fromLivingSession } from '#account-api/accounts/sessions/session-ends'
import { claiming } from '#account-api/database/due-rows'
import type { Connection } from '#account-api/database/schema'
import type { Claiming, EndedTicket, ServiceToTell } from './ends-to-tell'

export interface ServiceTicketRecord {
  serviceId: string
  /** Null: the session has ended. */
  sessionId: string | null
  /** When the session was proven, if this is the first ticket after that proof. */
  proof: number | null
  expiresAt: number
}

/** The session of a service ticket, while it lives. */
export interface TicketHolder extends Showing {
  accountId: string
  provenAt: number
}

export const serviceTicketStore = (connection: Connection) => ({
  /**
   * Inserts a ticket. False when the session has ended, or has a ticket with this proof already. Waits for a concurrent
   * end of the session, and sees its result.
   */
  insert: async ({
    hash,
    serviceId,
    sessionId,
    proof,
    at,
    expiresAt,
  }: ServiceTicketRecord & { hash: string; sessionId: string; at: number }): Promise<boolean> => {
    const { rows } = await sql`
      insert into service_tickets (hash, service_id, session_id, proof, issued_at, expires_at)
      select
        ${hash}, ${serviceId}, sessions.id, cast(${proof} as bigint), cast(${at} as bigint), cast(${expiresAt} as bigint)
      ${fromLivingSession(sessionId)}
      on conflict (session_id, proof) do nothing
      returning hash`.execute(connection)
    return rows.length > 0
  },

  find: async (hash: string): Promise<ServiceTicketRecord | undefined> => {
    const row = await connection
      .selectFrom('service_tickets')
      .select(['service_id', 'session_id', 'proof', 'expires_at'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    return row && { serviceId: row.service_id, sessionId: row.session_id, proof: row.proof, expiresAt: row.expires_at }
  },

  /** The session of a ticket. It cannot end before the transaction does. */
  holder: async (sessionId: string): Promise<TicketHolder | undefined> => {
    const row = await connection
      .selectFrom('sessions')
      .innerJoin('accounts', (join) =>
        join.onRef('accounts.id', '=', 'account_id').onRef('session_generation', '=', 'generation'),
      )
      .select(['account_id', 'proven_at', 'authenticator_proven_at', 'passkey_proven_at'])
      .where('sessions.id', '=', sessionId)
      .forShare('sessions')
      .executeTakeFirst()
    if (!row) return undefined
    const factors = { authenticator: row.authenticator_proven_at, passkey: row.passkey_proven_at }
    return { accountId: row.account_id, provenAt: row.proven_at, factors }
  },

  /** Uses up a ticket, in one statement. False when it is used already. */
  spend: async (hash: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await connection
      .updateTable('service_tickets')
      .set({ spent_at: at })
      .where('hash', '=', hash)
      .where('spent_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Stores a used ticket itself, so its service can be notified when its session ends. */
  keep: async (hash: string, { ticket, expiresAt }: { ticket: string; expiresAt: number }): Promise<void> => {
    await connection
      .updateTable('service_tickets')
      .set({ ticket, expires_at: expiresAt })
      .where('hash', '=', hash)
      .execute()
  },

  toTell: async (at: number): Promise<ServiceToTell[]> => {
    const rows = await connection
      .selectFrom('services')
      .select(['id', 'logout_url'])
      .where('removed_at', 'is', null)
      .where('logout_url', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('service_tickets')
            .select('hash')
            .whereRef('service_tickets.service_id', '=', 'services.id')
            .where('session_id', 'is', null)
            .where('ticket', 'is not', null)
            .where('next_attempt_at', '<=', at),
        ),
      )
      .execute()
    return rows.map(({ id, logout_url }) => ({ id, logoutUrl: logout_url ?? '' }))
  },

  claim: async (serviceId: string, { at, until, limit }: Claiming): Promise<EndedTicket[]> => {
    const rows = await claiming(
      connection,
      connection
        .selectFrom('service_tickets')
        .select('hash')
        .where('service_id', '=', serviceId)
        .where('session_id', 'is', null)
        .where('ticket', 'is not', null)
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(limit),
    )
      .updateTable('service_tickets')
      .set((column) => ({ next_attempt_at: until, attempts: column('attempts', '+', 1) }))
      .where('hash', 'in', (query) => query.selectFrom('due').select('hash'))
      .returning(['hash', 'ticket', 'attempts'])
      .execute()
    return rows.map(({ hash, ticket, attempts }) => ({ hash, ticket: ticket ?? '', attempts }))
  },

  forget: async (hash: string): Promise<void> => {
    await connection.deleteFrom('service_tickets').where('hash', '=', hash).execute()
  },

  postpone: async (hash: string, until: number): Promise<void> => {
    await connection.updateTable('service_tickets').set({ next_attempt_at: until }).where('hash', '=', hash).execute()
  },
})

export type ServiceTicketStore = ReturnType<typeof serviceTicketStore>
