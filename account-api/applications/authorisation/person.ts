import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { authTicketPurpose } from '#account-api/accounts/sessions/end-sign-ins'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { Stores, Transaction } from '#account-api/applications/service'
import { hashToken } from '#account-api/kernel/random'
import type * as kernel from '#account-api/kernel/service'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import type { OpenRequest } from './request'

/** The person who answers a request of an application. */
export interface Answering {
  account: AccountProfile
  provenAt: number
  /** Undefined: the person was proven for this request only. */
  session: SessionRecord | undefined
}

/** The value that a ticket is bound to: one request. */
const ticketValue = ({ uid }: Pick<OpenRequest, 'uid'>): string => hashToken(uid)

/** What confirms a person: the time of the proof, and a session if one exists. */
interface Vouching {
  sessionId?: string
  provenAt: number
}

interface ToIssue {
  request: Pick<OpenRequest, 'uid'>
  accountId: string
  /** The ticket is valid as long as the session lives, and proves no more than the session. */
  by: Vouching
}

/** Issues the ticket of a person for one request of an application: 15 minutes, single use. */
export const issueAuthTicket = (
  stores: kernel.Transaction,
  { request, accountId, by: { sessionId, provenAt } }: ToIssue,
): Promise<string> =>
  issueTicket(stores, {
    purpose: authTicketPurpose,
    value: `${ticketValue(request)} ${provenAt}`,
    accountId,
    ...(sessionId !== undefined && { sessionId }),
  })

interface Given {
  request: OpenRequest
  session: SessionRecord | undefined
  authTicket: string | undefined
}

/** The person who would answer a request: the person of the ticket, otherwise the signed-in one. */
export const personOf = async (
  stores: Stores,
  { request, session, authTicket }: Given,
): Promise<Answering | 'ticket_refused' | undefined> => {
  if (authTicket === undefined) return session && answering(stores, session.accountId, session.provenAt, session)
  const found = await findTicket(stores, authTicket, [authTicketPurpose])
  const [value, provenAt] = found?.value.split(' ') ?? []
  if (!found || value !== ticketValue(request) || found.accountId === null) return 'ticket_refused'
  if (!(await isVouchedFor(stores, found))) return 'ticket_refused'
  return (await answering(stores, found.accountId, Number(provenAt), undefined)) ?? 'ticket_refused'
}

/** The person who answers a request. The account is locked, and the session is alive. Use the ticket up last. */
export const lockPersonOf = async (
  stores: Transaction,
  given: Given,
): Promise<Answering | 'ticket_refused' | undefined> => {
  const found = await personOf(stores, given)
  if (found === undefined || found === 'ticket_refused') return found
  await stores.accounts.lock(found.account.id)
  if (found.session && !(await stores.sessions.isLiving(found.session.id))) return undefined
  // If a change of the account committed first, it has ended the account's tickets.
  return personOf(stores, given)
}

/** Uses up the ticket of an answer, if it has one. False when another answer used it first. */
export const redeemAuthTicket = async (stores: Transaction, authTicket: string | undefined): Promise<boolean> =>
  authTicket === undefined || (await redeemTicket(stores, authTicket, authTicketPurpose)) !== undefined

/** True when the session that issued a ticket is alive, or no session issued it. */
const isVouchedFor = async (stores: Stores, { sessionId }: TicketRecord): Promise<boolean> =>
  sessionId === null || stores.sessions.isLiving(sessionId)

const answering = async (
  stores: Stores,
  accountId: string,
  provenAt: number,
  session: SessionRecord | undefined,
): Promise<Answering | undefined> => {
  const account = await stores.accounts.profile(accountId)
  // A cancelled account cannot be signed in to.
  return account && isOpen(account) ? { account, provenAt, session } : undefined
}
