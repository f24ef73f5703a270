import type { ToldAddress } from '#account-api/accounts/account/identifier'
import type { Rule, Stores, Transaction } from '#account-api/accounts/service'
import type { Change } from '#account-api/kernel/outbox/message'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { hearingOf } from './hearing'
import { takenBackWithinMs } from './history'

export const notMePurpose = 'not_me'

/** The change that a ticket rejects, and the address that got the message. */
export interface Disowned {
  accountId: string
  change: Change
  at: number
  by: ToldAddress
}

/**
 * Issues the ticket of a message about a change, with which the reader can report "this was not me". An address whose
 * report would be refused gets no ticket.
 */
export const issueNotMe: Rule<Disowned, string | undefined> = async (stores, { accountId, ...disowned }) => {
  const { heard } = await hearingOf(stores, { accountId, address: disowned.by, toldAt: disowned.at })
  if (!heard) return undefined
  return issueTicket(stores, {
    purpose: notMePurpose,
    value: JSON.stringify(disowned),
    address: disowned.by.value,
    accountId,
    lifetimeMs: takenBackWithinMs,
  })
}

/** Reads a ticket without using it up. */
export const findNotMe = async (stores: Stores, ticket: string): Promise<Disowned | undefined> =>
  disownedBy(await findTicket(stores, ticket, [notMePurpose]))

/** Uses up a ticket. The account has to be locked. */
export const redeemNotMe = async (stores: Transaction, ticket: string): Promise<Disowned | undefined> =>
  disownedBy(await redeemTicket(stores, ticket, notMePurpose))

const disownedBy = (ticket: { accountId: string | null; value: string } | undefined): Disowned | undefined =>
  ticket?.accountId ? { accountId: ticket.accountId, ...JSON.parse(ticket.value) } : undefined
