import type { AccountProfile } from '../account/account-store'
import { counted } from '../limit/limits'
import type { Change } from '../message/message'
import type { Setting } from '../setting'
import type { Stores, Transaction } from '../stores'
import { findTicket, issueTicket, redeemTicket } from '../ticket/ticket'
import { hours } from '../time'

const purpose = 'not_me'

/** A message may lie unread over a weekend. */
const lifetimeMs = hours(72)

/** What somebody disowns who says "this was not me". */
export interface Disowned {
  accountId: string
  change: Change
  /** When it was told. */
  at: number
  /** The address before, where an address was changed; null where there was none. */
  was: string | null
}

/** The changes that are about an address of the account, and of which kind. */
export const changedAddress: Partial<Record<Change, 'mobile' | 'email'>> = {
  mobile_bound: 'mobile',
  mobile_changed: 'mobile',
  mobile_removed: 'mobile',
  email_bound: 'email',
  email_changed: 'email',
  email_removed: 'email',
}

/** Names an address of an account, for the limit of how often it is put back. */
export const putBackSubject = (accountId: string, address: string): string => `${accountId}:${address}`

/**
 * A ticket for one who is told of a change: it lets them disown it. Only an address that the account had before gets
 * one, and none that was put back already and has gone again.
 * @param account as it was before the change
 */
export const issueNotMe = async (
  setting: Setting,
  stores: Transaction,
  { account, change, to, at }: { account: AccountProfile; change: Change; to: string; at: number },
): Promise<string | undefined> => {
  if (to !== account.mobile && to !== account.email) return undefined
  const kind = changedAddress[change]
  const was = kind ? account[kind] : null
  const isGone =
    to === was && (await counted(stores, 'addressesPutBack', { subject: putBackSubject(account.id, to), at }))
  if (isGone) return undefined
  const value = JSON.stringify({ change, at, was })
  return issueTicket(setting, stores, { purpose, value, accountId: account.id, lifetimeMs })
}

/** Looks at what a ticket disowns, and leaves it unused. */
export const findNotMe = async (setting: Setting, stores: Stores, ticket: string): Promise<Disowned | undefined> =>
  disowned(await findTicket(setting, stores, ticket, [purpose]))

/**
 * Uses the ticket up, and with it all of its account that were given since: who was told of an earlier change has the
 * say over who came in later. Locks the account.
 */
export const redeemNotMe = async (
  setting: Setting,
  stores: Transaction,
  ticket: string,
): Promise<Disowned | undefined> => {
  const found = await findNotMe(setting, stores, ticket)
  if (!found) return undefined
  // First of all: two who say it at once would each wait for the other's ticket.
  await stores.accounts.lock(found.accountId)
  const redeemed = disowned(await redeemTicket(setting, stores, ticket, purpose))
  if (redeemed) await stores.tickets.drop({ accountId: redeemed.accountId, purpose, since: redeemed.at })
  return redeemed
}

const disowned = (ticket: { accountId: string | null; value: string } | undefined): Disowned | undefined =>
  ticket?.accountId ? { accountId: ticket.accountId, ...JSON.parse(ticket.value) } : undefined
