import type { Selectable } from 'kysely'
import type { TicketRecord, TicketStore } from '../domain/ticket/ticket-store'
import type { Connection, Schema } from './schema'

export const ticketStore = (connection: Connection): TicketStore => ({
  insert: async (ticket) => {
    await connection
      .insertInto('tickets')
      .values({
        hash: ticket.hash,
        purpose: ticket.purpose,
        account_id: ticket.accountId,
        session_id: ticket.sessionId,
        value: ticket.value,
        created_at: ticket.at,
        expires_at: ticket.expiresAt,
        used_at: null,
      })
      .execute()
  },

  redeem: async (hash, { purposes, at }) => {
    const ticket = await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('hash', '=', hash)
      .where('purpose', 'in', purposes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .returningAll()
      .executeTakeFirst()
    return ticket && record(ticket)
  },

  find: async (hash, { purposes, at }) => {
    const ticket = await connection
      .selectFrom('tickets')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', 'in', purposes)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    return ticket && record(ticket)
  },

  endAll: async ({ purposes, accountId, values, at }) => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', 'in', purposes)
      .where((where) =>
        where.or([where('account_id', '=', accountId), ...values.map((value) => where('value', '=', value))]),
      )
      .where('used_at', 'is', null)
      .execute()
  },

  endOf: async ({ accountId, values, except, at }) => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', '<>', except)
      .where((where) =>
        where.or([where('account_id', '=', accountId), ...values.map((value) => where('value', '=', value))]),
      )
      .where('used_at', 'is', null)
      .execute()
  },

  eraseOfSessions: async (accountId) => {
    await connection
      .deleteFrom('tickets')
      .where('account_id', '=', accountId)
      .where('session_id', 'is not', null)
      .execute()
  },
})

const record = (row: Selectable<Schema['tickets']>): TicketRecord => ({
  purpose: row.purpose,
  accountId: row.account_id,
  sessionId: row.session_id,
  value: row.value,
})
