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

/** The change that a ticket disowns. */
export interface Disowned {
  accountId: string
  change: Change
  /** When the message was sent. */
  at: number
  /** The address before the change. Null when there was none, or no address was changed. */
  was: string | null
}

/** The changes of an address, with the kind of address. */
export const changedAddress: Partial<Record<Change, 'mobile' | 'email'>> = {
  mobile_bound: 'mobile',
  mobile_changed: 'mobile',
  mobile_removed: 'mobile',
  email_bound: 'email',
  email_changed: 'email',
  email_removed: 'email',
}

/** The subject of the limit on how often an address is put back. */
export const putBackSubject = (accountId: string, address: string): string => `${accountId}:${address}`

/**
 * Issues the ticket in a message about a change: it lets the reader say "this was not me". Only an address that the
 * account had before gets one. An address that was put back once, and has gone again, gets none.
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

/** Looks at a ticket and leaves it unused. */
export const findNotMe = async (setting: Setting, stores: Stores, ticket: string): Promise<Disowned | undefined> =>
  disowned(await findTicket(setting, stores, ticket, [purpose]))

/**
 * Uses up a ticket, and all later ones of the account: a person who was told of an earlier change outranks whoever came
 * in later. Locks the account.
 */
export const redeemNotMe = async (
  setting: Setting,
  stores: Transaction,
  ticket: string,
): Promise<Disowned | undefined> => {
  const found = await findNotMe(setting, stores, ticket)
  if (!found) return undefined
  // The account is locked first: otherwise two calls at once would wait for each other's ticket.
  await stores.accounts.lock(found.accountId)
  const redeemed = disowned(await redeemTicket(setting, stores, ticket, purpose))
  if (redeemed) await stores.tickets.drop({ accountId: redeemed.accountId, purpose, since: redeemed.at })
  return redeemed
}

const disowned = (ticket: { accountId: string | null; value: string } | undefined): Disowned | undefined =>
  ticket?.accountId ? { accountId: ticket.accountId, ...JSON.parse(ticket.value) } : undefined
