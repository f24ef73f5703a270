import { findTicket, issueTicket, redeemBoundTicket } from '#account-api/kernel/tickets/ticket'
import type { CallContext } from '#account-api/verification/call-context'
import type { Rule, Stores, Transaction } from '#account-api/verification/service'
import type { Target } from './code'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from './code'
import type { NamedCode } from './code-store'
import { type Purpose, purposeOf, ticketPurpose } from './purposes'

/** The proof of a new address: a typed code, or the value_ticket of a validated one (spec section 3). */
export type ProvenBy =
  | { code: string; named?: NamedCode }
  /** `place`: where the ticket was issued, and where alone it is valid ({@link placeOf}). */
  | { valueTicket: string; place: string }

/** A proof with its address and purpose. */
export type ValueProof = { target: Target } & ProvenBy

export type ValueJudgement = { ok: true } | Exclude<Judgement, { ok: true }> | { ok: false; code: 'ticket_refused' }

/** The purposes whose code proves a new address of the account. */
const valuePurposes: Purpose['name'][] = ['register', 'bind', 'change']

/** True when the validated code of a target is exchanged for a value_ticket. */
export const provesValue = ({ channel, type }: Target): boolean => valuePurposes.includes(purposeOf(channel, type).name)

/** The session of a call, or else its browser. */
export const placeOf = ({ session, visitor }: Pick<CallContext, 'session' | 'visitor'>): string =>
  session ? `session ${session.id}` : `browser ${visitor}`

/** True for a proof by a code, which can be guessed. */
export const isTyped = <Proof extends ValueProof>(proof: Proof): proof is Proof & TypedCode => 'code' in proof

/** Issues the value_ticket of an address that a code has just proven. It is an ordinary ticket, bound to a place. */
export const issueValue = (
  stores: Transaction,
  { target, place }: { target: Target; place: string },
): Promise<string> =>
  issueTicket(stores, {
    purpose: ticketPurposeOf(target),
    value: target.to,
    address: target.to,
    boundTo: place,
  })

/** Checks a proof of a new address, and leaves a correct one unused. */
export const lookAtValue = async (stores: Stores, proof: ValueProof): Promise<ValueJudgement> => {
  if (isTyped(proof)) return lookAtCode(stores, proof)
  const { target, valueTicket, place } = proof
  const found = await findTicket(stores, valueTicket, [ticketPurposeOf(target)], place)
  return found?.value === target.to ? { ok: true } : refused
}

/** Checks a proof of a new address, and uses it up if it is correct. A ticket of another address stays unused. */
export const consumeValue: Rule<ValueProof, ValueJudgement> = async (stores, proof) => {
  if (isTyped(proof)) return consumeCode(stores, proof)
  const looked = await lookAtValue(stores, proof)
  if (!looked.ok) return looked
  const { target, valueTicket, place } = proof
  const bound = { ticket: valueTicket, purpose: ticketPurposeOf(target), boundTo: place }
  const redeemed = await redeemBoundTicket(stores, bound)
  return redeemed ? { ok: true } : refused
}

const refused = { ok: false, code: 'ticket_refused' } as const

export const ticketPurposeOf = ({ channel, type }: Target): string =>
  ticketPurpose(channel, purposeOf(channel, type).slot)
