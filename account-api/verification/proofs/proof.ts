import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { freshProofMs } from '#account-api/kernel/lifetimes'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import { type Deployment, inTransaction, type Stores, type Transaction } from '#account-api/verification/service'
import { type Act, acts } from '#contract/terms/acts'

const purposeOf = (act: Act): string => `proof:${act}`

export const proofPurposes = acts.map(purposeOf)

/** True when a session was proven so recently that a sensitive call needs no ticket. */
export const isFresh = (deployment: Deployment, session: SessionRecord): boolean =>
  deployment.now() - session.provenAt <= freshProofMs(deployment)

/**
 * Issues a ticket that proves a person for one kind of act. It is bound to the account, the session and the address.
 * @param address the proven address; empty for a second verification
 */
export const issueProof = (
  stores: Transaction,
  { person: { account, session }, act, address = '' }: { person: Person; act: Act; address?: string },
): Promise<string> =>
  issueTicket(stores, {
    purpose: purposeOf(act),
    value: address,
    address,
    accountId: account.id,
    sessionId: session.id,
  })

interface GivenProof {
  person: Person
  ticket: string
  act: Act
}

/**
 * Reads a proof without using it up. The account has to be read in the transaction that decides.
 * @returns the proven address, empty for none; undefined when the ticket is no proof for this act
 */
export const provenAddress = async (stores: Stores, { person, ticket, act }: GivenProof): Promise<string | undefined> =>
  addressOf(await findTicket(stores, ticket, [purposeOf(act)]), person)

/** Uses up a proof. False when it is not valid for this act, or was used. */
export const redeemProof = async (stores: Transaction, { person, ticket, act }: GivenProof): Promise<boolean> =>
  addressOf(await redeemTicket(stores, ticket, purposeOf(act)), person) !== undefined

/** Uses up the only proof that a call needs. False when it is not valid for this act, or was used. */
export const spendProof = inTransaction<GivenProof, boolean>(
  async (stores, given) => (await provenAddress(stores, given)) !== undefined && redeemProof(stores, given),
)

/** The address of a ticket, if this person got the ticket in this session and still has the address. */
const addressOf = (ticket: TicketRecord | undefined, { account, session }: Person): string | undefined => {
  if (ticket?.accountId !== account.id || ticket.sessionId !== session.id) return undefined
  return [account.mobile, account.email, ''].includes(ticket.value) ? ticket.value : undefined
}

/**
 * A valid proof, with the address that its ticket proves. `use` uses it up, and returns false when another call was
 * first.
 */
export type Proof =
  | { ok: true; address: string | undefined; use: () => Promise<boolean> }
  | { ok: false; code: 'ticket_refused' | 'second_verification_required' }

/** Checks the proof of a person for an act: the ticket if one is given, otherwise the age of the session's proof. */
export const proofOf = async (
  stores: Transaction,
  { person, ticket, act }: Omit<GivenProof, 'ticket'> & { ticket: string | undefined },
): Promise<Proof> => {
  if (ticket === undefined)
    return isFresh(stores.deployment, person.session)
      ? { ok: true, address: undefined, use: async () => true }
      : { ok: false, code: 'second_verification_required' }
  const given = { person, ticket, act }
  const address = await provenAddress(stores, given)
  if (address === undefined) return { ok: false, code: 'ticket_refused' }
  return { ok: true, address, use: () => redeemProof(stores, given) }
}
