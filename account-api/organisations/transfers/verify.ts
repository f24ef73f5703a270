import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { OpenedSession } from '#account-api/accounts/sessions/session'
import { findTicket, issueTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { secondsUntil } from '#account-api/kernel/time'
import type { Acting } from '#account-api/organisations/records/member-record'
import { inTransaction, type Stores, type Transaction } from '#account-api/organisations/service'
import { consumeCode, type Judgement } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { renewSession } from '#account-api/verification/second/second-verification'
import { targetOf, type Way } from './address'
import { transferTo } from './pending'

/** The right of a ticket: to start a transfer of this organisation, or to accept this transfer. */
type Entitled = { side: 'old'; organisationId: string } | { side: 'new'; transferId: string }

const purposeOf = ({ side }: Entitled): string => `transfer:${side}`

/** The ticket ends with the address that it was issued for. */
const ticketValue = (entitled: Entitled, address: string): string =>
  `${entitled.side === 'old' ? entitled.organisationId : entitled.transferId} ${address}`

interface Verifying {
  person: Person
  acting: Acting
  way: Way
  code: string
  clientAddress: string
  /** The transfer that a code for the new manager is for. */
  transferId?: string | undefined
}

type Verified =
  | { ok: true; ticket: string; session: OpenedSession }
  | Exclude<Judgement, { ok: true }>
  | { ok: false; code: 'not_signed_in' }
  | { ok: false; code: 'no_such_transfer' }
  | { ok: false; code: 'address_too_new'; retryAfter: number }

const sideOf = ({ transferId }: Pick<Verifying, 'transferId'>) => (transferId === undefined ? 'old' : 'new')

/**
 * Checks the code that a session requested, of the manager who hands over, or of the member who takes over. Codes that
 * other sessions requested are not accepted. A correct code renews the session, like a second verification.
 */
export const verifyManager = boundingGuesses(
  inTransaction<Verifying, Verified>(async (stores, { person, acting, transferId, ...typed }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    if (transferId !== undefined && !(await transferTo(stores, acting, transferId)))
      return { ok: false, code: 'no_such_transfer' }
    const { account, session } = present
    const counting = targetOf(stores.deployment, account, { way: typed.way, side: sideOf({ transferId }) })
    if (!counting.ok)
      return counting.code === 'address_too_new'
        ? { ok: false, code: counting.code, retryAfter: secondsUntil(stores.deployment, counting.until) }
        : // No code was sent to an address that the account does not have.
          { ok: false, code: 'code_expired' }
    const { target } = counting
    const judgement = await consumeCode(stores, { target, code: typed.code, named: { asker: session.id } })
    if (!judgement.ok) return judgement
    const entitled: Entitled =
      transferId === undefined ? { side: 'old', organisationId: acting.organisation.id } : { side: 'new', transferId }
    const ticket = await issueTransferTicket(stores, { person: present, entitled, address: target.to })
    const renewed = await renewSession(stores, { person: present, factor: typed.way })
    return { ok: true, ticket, session: renewed }
  }),
  ({ person, way, code, transferId, clientAddress }, { deployment }) => {
    const counting = targetOf(deployment, person.account, { way, side: sideOf({ transferId }) })
    const named = { asker: person.session.id }
    return { typed: counting.ok ? [{ target: counting.target, code, named }] : [], clientAddress }
  },
)

interface Shown {
  person: Person
  ticket: string
  entitled: Entitled
  /** The owner of the address that the code has proven. */
  by: Pick<AccountProfile, 'mobile' | 'email'>
}

/** Reads a ticket. False when it belongs to another person, session or purpose. */
export const isTransferTicket = async (
  stores: Stores,
  { person: { account, session }, ticket, entitled, by }: Shown,
): Promise<boolean> => {
  const found = await findTicket(stores, ticket, [purposeOf(entitled)])
  const addresses = [by.mobile, by.email].filter((address) => address !== null)
  const isTheirs = found?.accountId === account.id && found.sessionId === session.id
  return isTheirs && addresses.some((address) => found.value === ticketValue(entitled, address))
}

/** Uses up a ticket. False when it is invalid or was used. */
export const redeemTransferTicket = async (stores: Transaction, shown: Shown): Promise<boolean> => {
  if (!(await isTransferTicket(stores, shown))) return false
  return (await redeemTicket(stores, shown.ticket, purposeOf(shown.entitled))) !== undefined
}

/** Issues the ticket for a correct code, in the session that typed it. */
export const issueTransferTicket = (
  stores: Transaction,
  { person: { account, session }, entitled, address }: { person: Person; entitled: Entitled; address: string },
): Promise<string> =>
  issueTicket(stores, {
    purpose: purposeOf(entitled),
    value: ticketValue(entitled, address),
    address,
    accountId: account.id,
    sessionId: session.id,
  })
