import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { TicketRecord, TicketStore } from './ticket-store'
import type { Connection, Schema } from '../../database/schema'

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
        address: ticket.address,
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

  endAll: async ({ purposes, accountId, addresses, at }) => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', 'in', purposes)
      .where(isOf(accountId, addresses))
      .where('used_at', 'is', null)
      .execute()
  },

  endOf: async ({ accountId, addresses, except, at }) => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', '<>', except)
      .where(isOf(accountId, addresses))
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

/** The tickets of an account, and those whose value is one of these addresses. */
const isOf =
  (accountId: string, addresses: readonly string[]) =>
  (ticket: ExpressionBuilder<Schema, 'tickets'>): Expression<SqlBool> =>
    ticket.or([
      ticket('account_id', '=', accountId),
      ...addresses.map((address) => ticket.and([ticket('address', '=', address), ticket('value', '=', address)])),
    ])

const record = (row: Selectable<Schema['tickets']>): TicketRecord => ({
  purpose: row.purpose,
  accountId: row.account_id,
  sessionId: row.session_id,
  value: row.value,
  at: row.created_at,
})
