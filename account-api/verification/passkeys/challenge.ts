import type { From } from '#account-api/kernel/from'
import { ofVisitor, type Poured, pourAll } from '#account-api/kernel/limits/leaky-bucket'
import { type TooManyRequests, tooManyRequests } from '#account-api/kernel/limits/too-many'
import { findTicket, issueTicket, redeemBoundTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import type { Stores, Transaction } from '#account-api/verification/service'

/** The purpose of a challenge. A challenge works for one purpose only. */
export type ChallengePurpose = 'passkey_new' | 'passkey_second' | 'passkey_sign_in'

/** A challenge, and the only place where it is valid: a session, the key of a second verification, or a browser. */
export interface Place {
  purpose: ChallengePurpose
  boundTo: string
}

/**
 * Issues a challenge: a ticket, which the browser signs and returns in its client data. It has the 128 bits that
 * WebAuthn Level 3 (section 13.4.3) requires.
 * @returns it as in the options: base64url of its bytes
 */
export const issueChallenge = async (
  stores: Transaction,
  { purpose, boundTo, ...of }: Place & { accountId?: string; sessionId?: string },
): Promise<string> =>
  Buffer.from(await issueTicket(stores, { purpose, boundTo, value: '', ...of })).toString('base64url')

const ticketIn = (challenge: string): string => Buffer.from(challenge, 'base64url').toString()

/** Reads a challenge without using it up. Undefined: it is used, expired, or belongs elsewhere. */
export const findChallenge = (
  stores: Stores,
  { challenge, purpose, boundTo }: Place & { challenge: string },
): Promise<TicketRecord | undefined> => findTicket(stores, ticketIn(challenge), [purpose], boundTo)

/** Uses up a challenge. Undefined: another call used it first. */
export const redeemChallenge = (
  stores: Stores,
  { challenge, purpose, boundTo }: Place & { challenge: string },
): Promise<TicketRecord | undefined> => redeemBoundTicket(stores, { ticket: ticketIn(challenge), purpose, boundTo })

/** Counts a challenge for a visitor. @returns the refusal of another one; undefined when it is within the limits */
export const countForVisitor = (stores: Stores, { clientAddress }: From) =>
  countIn(stores, ofVisitor('passkeys', clientAddress))

export const countForAccount = (stores: Stores, accountId: string) =>
  countIn(stores, [{ name: 'passkeysOfAnAccount', subject: accountId }])

const countIn = async (stores: Stores, poured: readonly Poured[]): Promise<TooManyRequests | undefined> => {
  const until = await pourAll(stores, poured, stores.deployment.now())
  return until === undefined ? undefined : tooManyRequests(stores.deployment, until)
}
