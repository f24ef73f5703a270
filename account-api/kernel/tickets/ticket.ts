import { mark } from '#account-api/kernel/events/mark'
import { hashToken, newToken } from '#account-api/kernel/random'
import type { Stores, Transaction } from '#account-api/kernel/service'
import { minutes } from '#account-api/kernel/time'
import type { TicketRecord } from './ticket-store'

const usualLifetimeMs = minutes(15)

interface Issued extends Partial<Omit<TicketRecord, 'at'>> {
  purpose: string
  value: string
  /** The address in the value. The ticket is erased with it. */
  address?: string | undefined
  lifetimeMs?: number
  /** The only place where the ticket is valid, as a part of its hash: elsewhere it is unknown. */
  boundTo?: string
}

/** Issues a ticket by which an act is done. */
export const issueTicket = (stores: Transaction, issued: Issued): Promise<string> =>
  mark(stores, issueAskingTicket(stores, issued))

/**
 * Issues a ticket: 128 bits, 15 minutes by default, single use, bound to a purpose and a value. Its issue is no act: it
 * comes with a refusal that requires more, or in a link. A link goes only to an address with an account, and an event
 * would reveal that by its time.
 */
export const issueAskingTicket = async (
  stores: Stores,
  { purpose, value, address, accountId = null, sessionId = null, lifetimeMs = usualLifetimeMs, boundTo }: Issued,
): Promise<string> => {
  const ticket = newToken(128)
  const at = stores.deployment.now()
  await stores.tickets.insert({
    hash: hashOf(ticket, boundTo),
    purpose,
    value,
    address: address || null,
    accountId,
    sessionId,
    at,
    expiresAt: at + lifetimeMs,
  })
  return ticket
}

const hashOf = (ticket: string, boundTo: string | undefined): string =>
  hashToken(boundTo === undefined ? ticket : `${ticket} ${boundTo}`)

/** Uses up a ticket and returns it. Undefined when it is used, expired, or for something else. */
export const redeemTicket = (
  stores: Stores,
  ticket: string,
  ...purposes: string[]
): Promise<TicketRecord | undefined> =>
  stores.tickets.redeem(hashToken(ticket), { purposes, at: stores.deployment.now() })

/** Uses up a ticket that is valid only in one place. */
export const redeemBoundTicket = (
  stores: Stores,
  { ticket, purpose, boundTo }: { ticket: string; purpose: string; boundTo: string },
): Promise<TicketRecord | undefined> =>
  stores.tickets.redeem(hashOf(ticket, boundTo), { purposes: [purpose], at: stores.deployment.now() })

/** Reads a ticket without using it up. */
export const findTicket = (
  stores: Stores,
  ticket: string,
  purposes: readonly string[],
  boundTo?: string,
): Promise<TicketRecord | undefined> =>
  stores.tickets.find(hashOf(ticket, boundTo), { purposes, at: stores.deployment.now() })
