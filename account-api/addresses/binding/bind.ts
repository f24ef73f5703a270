import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { type NewAddressRefused, newAddressRefusal } from '#account-api/accounts/account/new-address'
import { putMethod, removeMethod } from '#account-api/accounts/method-changes/change'
import { allProven } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Transaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import {
  consumeValue,
  isTyped,
  lookAtValue,
  type ProvenBy,
  type ValueJudgement,
} from '#account-api/verification/codes/value-proof'
import { isFresh, type Proof, proofOf } from '#account-api/verification/proofs/proof'
import { codeTarget, lockWithHolder } from './address'
import { findTakeover, issueTakeover, type NotTaken, notTakenFrom, redeemTakeover } from './takeover'

export type Bound =
  | { ok: true; account: AccountProfile }
  | Exclude<Proof, { ok: true }>
  | NewAddressRefused
  | { ok: false; code: 'not_signed_in' }
  | { ok: false; code: 'already_bound' }

type BoundByProof =
  | Bound
  | NotTaken
  | Exclude<ValueJudgement, { ok: true }>
  | { ok: false; code: 'held_by_other'; ticket: string }

type AskedBinding = ProvenBy & {
  person: Person
  address: Address
  verifyTicket: string | undefined
  takesOver: boolean
  from: From
}

const bindByProof = retried(
  inTransaction<AskedBinding, BoundByProof>(
    async (stores, { person, address, verifyTicket, takesOver, from, ...provenBy }) => {
      const locked = await lockWithHolder(stores, person, address)
      if (!locked) return { ok: false, code: 'not_signed_in' }
      const { present, holder } = locked
      const { account } = present
      const proof = await proofOf(stores, { person: present, ticket: verifyTicket, act: 'binding' })
      if (!proof.ok) return proof
      if (account[address.kind] !== null) return { ok: false, code: 'already_bound' }
      const given = proofOfValue(address, provenBy)
      // Checking a correct code locks it for other calls until this transaction ends. A ticket belongs to this session,
      // whose account is locked.
      const looked = await lookAtValue(stores, given)
      if (!looked.ok) return looked
      if (holder && !takesOver) {
        await consumeValue(stores, given)
        const ticket = await issueTakeover(stores, { person: present, address, holder })
        return { ok: false, code: 'held_by_other', ticket }
      }
      if (holder) return notTakenFrom(stores, { holder, address, from })
      if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
      await consumeValue(stores, given)
      const factors = allProven(stores.deployment, present, proof.address)
      const { kind: method, value } = address
      await putMethod(stores, { account, method, value, was: null, provenBy: factors, from })
      return { ok: true, account: { ...account, [method]: value } }
    },
  ),
)

const proofOfValue = (address: Address, provenBy: ProvenBy) => ({ target: codeTarget(address, 'bind'), ...provenBy })

/**
 * Binds an address that a code, or the ticket of one, proves. Only then does the person learn that another account has
 * it, and gets a ticket to take it over. With `takesOver` the takeover is requested at once.
 */
export const bindAddress = boundingGuesses(bindByProof, ({ address, from, ...asked }) => ({
  typed: [proofOfValue(address, asked)].filter(isTyped),
  clientAddress: from.clientAddress,
}))

interface AskedTakeover {
  person: Person
  address: Address
  ticket: string
  from: From
}

/** Takes an address over from another account, with the ticket that said so. */
export const takeOver = retried(
  inTransaction<AskedTakeover, Bound | NotTaken>(async (stores, { person, address, ticket, from }) => {
    const locked = await lockWithHolder(stores, person, address)
    if (!locked) return { ok: false, code: 'not_signed_in' }
    if (!(await findTakeover(stores, { person: locked.present, address, holder: locked.holder, ticket })))
      return { ok: false, code: 'ticket_refused' }
    const use = () => redeemTakeover(stores, ticket)
    const { holder } = locked
    const refuse = async () => holder && notTakenFrom(stores, { holder, address, from })
    return takeProven(stores, { ...locked, address, use, refuse, from })
  }),
)

interface ProvenAddress<Refused> {
  present: Person
  holder: AccountProfile | undefined
  address: Address
  /** Uses up the proof of the address. False when another call was first. */
  use: () => Promise<boolean>
  refuse: () => Promise<Refused | undefined>
  from: From
}

/**
 * Takes over an address that was proven, by a ticket or by a session of the account that has it. Both accounts have to
 * be locked, and the proof of the session has to be fresh.
 */
export const takeProven = async <Refused>(
  stores: Transaction,
  { present, holder, address, use, refuse, from }: ProvenAddress<Refused>,
): Promise<Bound | Refused> => {
  const { account } = present
  if (!isFresh(stores.deployment, present.session)) return { ok: false, code: 'second_verification_required' }
  if (account[address.kind] !== null) return { ok: false, code: 'already_bound' }
  const notTaken = newAddressRefusal(stores.deployment, address)
  if (notTaken) return notTaken
  const refused = await refuse()
  if (refused) return refused
  if (!(await use())) return { ok: false, code: 'ticket_refused' }
  const { kind: method, value } = address
  if (holder) await removeMethod(stores, { account: holder, method, value, from })
  const provenBy = allProven(stores.deployment, present, undefined)
  await putMethod(stores, { account, method, value, was: null, provenBy, from })
  return { ok: true, account: { ...account, [method]: value } }
}
