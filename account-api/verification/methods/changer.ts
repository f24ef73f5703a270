import type { FactorLacking } from '#account-api/accounts/methods/ledger'
import type { Asked } from '#account-api/accounts/pending-changes/pending-change'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { type GuardLacking, judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { type Proof, proofOf } from '#account-api/verification/proofs/proof'
import type { Rule } from '#account-api/verification/service'

export type NotChanged = GuardLacking | Exclude<Proof, { ok: true }> | { ok: false; code: 'not_signed_in' }

/** The answer when more factors would make the change at once, or it could wait. */
export type NotLost = NotChanged | FactorLacking | Exclude<Asked, { ok: true }>

export interface Changer {
  person: Person
  verifyTicket: string | undefined
}

/** The locked person, with a proof that is not used up yet. */
interface RightChanger extends Pick<Extract<Proof, { ok: true }>, 'use'> {
  ok: true
  present: Person
  /** The address that the ticket of the call proves. */
  proven: string | undefined
}

/**
 * Locks a person who requests a change of a method, and checks their proof, and whether an address guards the account.
 */
export const lockChanger: Rule<Changer, RightChanger | NotChanged> = async (
  stores,
  { person, verifyTicket: ticket },
) => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const proof = await proofOf(stores, { person: present, ticket, act: 'binding' })
  if (!proof.ok) return proof
  const { address: proven, use } = proof
  return (await judgeGuard(stores, present, proven)) ?? { ok: true, present, proven, use }
}
