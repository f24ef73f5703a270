import { kindOf } from '#account-api/accounts/account/identifier'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { issueTicket } from '#account-api/kernel/tickets/ticket'
import { issueProof } from '#account-api/verification/proofs/proof'
import { inTransaction, type Service } from '#account-api/verification/service'
import type { Act } from '#contract/terms/acts'
import { consumeCode, type Judgement, lookAtCode, type TypedCode } from './code'
import { boundingGuesses } from './guesses'
import { issueValue, provesValue, ticketPurposeOf } from './value-proof'

type Proof = TypedCode & { clientAddress: string }

type Proven = { ok: true; ticket: string; isValue?: boolean } | Exclude<Judgement, { ok: true }>

const guessOf = ({ clientAddress, ...typed }: Proof) => ({ typed: [typed], clientAddress })

/**
 * Uses a code up and returns the ticket of its purpose, bound to the proven address. For a new address it is a
 * value_ticket, bound to the place of the call as well.
 */
export const proveAddress = boundingGuesses(
  inTransaction<Proof & { place: string }, Proven>(async (stores, { place, ...proof }) => {
    const judgement = await consumeCode(stores, proof)
    if (!judgement.ok) return judgement
    const { target } = proof
    if (provesValue(target)) return { ok: true, ticket: await issueValue(stores, { target, place }), isValue: true }
    const purpose = ticketPurposeOf(target)
    const { to } = target
    return { ok: true, ticket: await issueTicket(stores, { purpose, value: to, address: to }) }
  }),
  guessOf,
)

/** Uses up a code to an address of the signed-in person. The ticket is their proof for one act. */
export const proveOwnAddress = boundingGuesses(
  inTransaction<Proof & { person: Person; act: Act }, Proven>(async (stores, { person, act, ...proof }) => {
    const { target } = proof
    // Locks the account first, like a second verification, so the two never deadlock.
    const present = await lockPerson(stores, person)
    if (present?.account[kindOf[target.channel]] !== target.to) return { ok: false, code: 'code_expired' }
    const judgement = await consumeCode(stores, proof)
    if (!judgement.ok) return judgement
    return { ok: true, ticket: await issueProof(stores, { person: present, act, address: target.to }) }
  }),
  guessOf,
)

/** Checks a code without using it up. */
export const checkCode = boundingGuesses(
  ({ storage }: Service, proof: Proof) => lookAtCode(storage, proof),
  (proof) => ({ ...guessOf(proof), isLook: true }),
)
