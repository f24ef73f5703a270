import { hashToken, newToken } from '../random'
import type { Setting } from '../setting'
import type { Stores } from '../stores'
import { minutes } from '../time'
import type { TicketRecord } from './ticket-store'

const usualLifetimeMs = minutes(15)

type Issued = Partial<TicketRecord> & { purpose: string; value: string; lifetimeMs?: number }

/** Issues a ticket: 128 bits, 15 minutes unless said otherwise, one use, bound to a purpose and to what it was given for. */
export const issueTicket = async (
  setting: Setting,
  stores: Stores,
  { purpose, value, accountId = null, sessionId = null, lifetimeMs = usualLifetimeMs }: Issued,
): Promise<string> => {
  const ticket = newToken(128)
  const at = setting.now()
  await stores.tickets.insert({
    hash: hashToken(ticket),
    purpose,
    value,
    accountId,
    sessionId,
    at,
    expiresAt: at + lifetimeMs,
  })
  return ticket
}

/** Uses a ticket up and answers what it entitles to; undefined when it is used, expired, or for something else. */
export const redeemTicket = (
  setting: Setting,
  stores: Stores,
  ticket: string,
  ...purposes: string[]
): Promise<TicketRecord | undefined> => stores.tickets.redeem(hashToken(ticket), { purposes, at: setting.now() })

/** Looks at a ticket without using it up. */
export const findTicket = (
  setting: Setting,
  stores: Stores,
  ticket: string,
  purposes: readonly string[],
): Promise<TicketRecord | undefined> => stores.tickets.find(hashToken(ticket), { purposes, at: setting.now() })
