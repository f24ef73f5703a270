import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

export interface TicketRecord {
  purpose: string
  accountId: string | null
  sessionId: string | null
  value: string
  /** When the ticket was issued. */
  at: number
}

export const ticketStore = (connection: Connection) => ({
  /** `address`: the address in the value, if any. The ticket is erased with it. */
  insert: async (ticket: TicketRecord & { hash: string; address: string | null; expiresAt: number }): Promise<void> => {
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

  /** Uses up a ticket, in one statement. Undefined when it is used, expired, or of another purpose. */
  redeem: async (
    hash: string,
    { purposes, at }: { purposes: readonly string[]; at: number },
  ): Promise<TicketRecord | undefined> => {
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

  find: async (
    hash: string,
    { purposes, at }: { purposes: readonly string[]; at: number },
  ): Promise<TicketRecord | undefined> => {
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

  /** Uses up every ticket of these purposes that belongs to the account or has one of these addresses as its value. */
  endAll: async ({
    purposes,
    accountId,
    addresses,
    at,
  }: {
    purposes: readonly string[]
    accountId: string
    addresses: readonly string[]
    at: number
  }): Promise<void> => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', 'in', purposes)
      .where(isOf(accountId, addresses))
      .where('used_at', 'is', null)
      .execute()
  },

  /**
   * Uses up every ticket that belongs to the account or has one of these addresses as its value, except those of one
   * purpose.
   */
  endOf: async ({
    accountId,
    addresses,
    except,
    at,
  }: {
    accountId: string
    addresses: readonly string[]
    except: string
    at: number
  }): Promise<void> => {
    await connection
      .updateTable('tickets')
      .set({ used_at: at })
      .where('purpose', '<>', except)
      .where(isOf(accountId, addresses))
      .where('used_at', 'is', null)
      .execute()
  },

  /** Erases the tickets that are bound to sessions of the account. */
  eraseOfSessions: async (accountId: string): Promise<void> => {
    await connection
      .deleteFrom('tickets')
      .where('account_id', '=', accountId)
      .where('session_id', 'is not', null)
      .execute()
  },
})

export type TicketStore = ReturnType<typeof ticketStore>

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
