import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import { ticketPurpose } from '../code/purposes'
import type { Person } from '../session/person'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { findTicket, redeemTicket } from '../ticket/ticket'
import type { TicketRecord } from '../ticket/ticket-store'
import { isFresh, provenPurpose } from './second-verification'

/** Tickets of a person who has just proven who they are, by an address that they hold or in a second verification. */
export const proofPurposes = [
  ticketPurpose('sms', mobilePurpose.verifyOld),
  ticketPurpose('email', emailPurpose.verifyOld),
  provenPurpose,
]

/**
 * Whether a ticket was given to this person in this session and, where it proves an address, the address is still
 * theirs. The account has to be read in the transaction that decides by it.
 */
export const isTicketOf = (ticket: TicketRecord | undefined, { account, session }: Person): boolean =>
  ticket?.accountId === account.id &&
  ticket.sessionId === session.id &&
  [account.mobile, account.email, ''].includes(ticket.value)

/** A proof that stands, and what uses it up: false when another call was quicker. */
export type Proof =
  | { ok: true; use: () => Promise<boolean> }
  | { ok: false; code: 'ticket_refused' | 'second_verification_required' }

/** Judges what entitles a person to a sensitive change: a ticket where one is given, or else a proof of their session. */
export const proofOf = async (
  setting: Setting,
  stores: Transaction,
  person: Person,
  ticket: string | undefined,
): Promise<Proof> => {
  if (ticket === undefined)
    return isFresh(setting, person.session)
      ? { ok: true, use: async () => true }
      : { ok: false, code: 'second_verification_required' }
  if (!isTicketOf(await findTicket(setting, stores, ticket, proofPurposes), person))
    return { ok: false, code: 'ticket_refused' }
  return { ok: true, use: async () => (await redeemTicket(setting, stores, ticket, ...proofPurposes)) !== undefined }
}
