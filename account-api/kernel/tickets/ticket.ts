import { hashToken, newToken } from '../random'
import type { Setting, Stores } from '../service'
import { minutes } from '../time'
import type { TicketRecord } from './ticket-store'

const usualLifetimeMs = minutes(15)

interface Issued extends Partial<Omit<TicketRecord, 'at'>> {
  purpose: string
  value: string
  /** The address that the value is, or has in it. The ticket is erased with it. */
  address?: string | undefined
  lifetimeMs?: number
}

/** Issues a ticket: 128 bits, 15 minutes by default, single use, bound to a purpose and a value. */
export const issueTicket = async (
  setting: Setting,
  stores: Stores,
  { purpose, value, address, accountId = null, sessionId = null, lifetimeMs = usualLifetimeMs }: Issued,
): Promise<string> => {
  const ticket = newToken(128)
  const at = setting.now()
  await stores.tickets.insert({
    hash: hashToken(ticket),
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

/** Uses up a ticket and answers it. Undefined when it is used, has expired, or is for something else. */
export const redeemTicket = (
  setting: Setting,
  stores: Stores,
  ticket: string,
  ...purposes: string[]
): Promise<TicketRecord | undefined> => stores.tickets.redeem(hashToken(ticket), { purposes, at: setting.now() })

/** Looks at a ticket and leaves it unused. */
export const findTicket = (
  setting: Setting,
  stores: Stores,
  ticket: string,
  purposes: readonly string[],
): Promise<TicketRecord | undefined> => stores.tickets.find(hashToken(ticket), { purposes, at: setting.now() })
