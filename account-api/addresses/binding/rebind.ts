import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address } from '#account-api/accounts/account/identifier'
import { changeOwn, isAlone, type Lost, putMethod } from '#account-api/accounts/method-changes/change'
import { factorsNeeded, provableFactors } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import { inTransaction, type Service } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import {
  consumeValue,
  isTyped,
  lookAtValue,
  type ProvenBy,
  type ValueJudgement,
} from '#account-api/verification/codes/value-proof'
import type { NotLost } from '#account-api/verification/methods/changer'
import { judgeGuard } from '#account-api/verification/proofs/guard-proof'
import { provenAddress, redeemProof } from '#account-api/verification/proofs/proof'
import { codeTarget, lockWithHolder } from './address'
import { issueTakeover } from './takeover'

export type Rebound =
  | Extract<Lost, { ok: true }>
  | NotLost
  | Exclude<ValueJudgement, { ok: true }>
  | { ok: false; code: 'nothing_bound' | 'same_address' }
  | { ok: false; code: 'held_by_other'; ticket: string }

type AskedRebinding = ProvenBy & {
  person: Person
  address: Address
  ticket: string
  /** True when the person prefers to wait instead of proving another factor. */
  waits: boolean
  from: From
}

/**
 * True when a replacement waits although its owner has proven everything that the account has: fewer than two factors
 * count, and another sign-in method remains meanwhile.
 */
export const isSlowToReplace = async (
  { deployment, storage }: Service,
  account: AccountProfile,
  kind: Address['kind'],
): Promise<boolean> =>
  account[kind] !== null &&
  provableFactors(deployment, account).length < factorsNeeded &&
  !(await isAlone(storage, account, kind))

const rebindByProof = retried(
  inTransaction<AskedRebinding, Rebound>(async (stores, { person, address, ticket, waits, from, ...provenBy }) => {
    const { kind, value } = address
    const locked = await lockWithHolder(stores, person, address)
    if (!locked) return { ok: false, code: 'not_signed_in' }
    const { present, holder } = locked
    const { account, session } = present
    const old = account[kind]
    if (old === null) return { ok: false, code: 'nothing_bound' }
    const proof = { person: present, ticket, act: 'binding' } as const
    if ((await provenAddress(stores, proof)) !== old) return { ok: false, code: 'ticket_refused' }
    if (old === value) return { ok: false, code: 'same_address' }
    const given = proofOfValue(address, provenBy)
    // Checking a correct code locks it for other calls until this transaction ends. A ticket belongs to this session,
    // whose account is locked.
    const looked = await lookAtValue(stores, given)
    if (!looked.ok) return looked
    if (holder) {
      await consumeValue(stores, given)
      const takeover = await issueTakeover(stores, { person: present, address, holder })
      return { ok: false, code: 'held_by_other', ticket: takeover }
    }
    const unguarded = await judgeGuard(stores, present, old)
    if (unguarded) return unguarded
    const known = { account, method: kind, was: old, value, from, keptSessionId: session.id }
    return changeOwn(stores, {
      present,
      proven: old,
      held: { kind, method: kind, value: old, countsAt: null },
      successor: value,
      waits,
      isAtOnce: await isAlone(stores, account, kind),
      from,
      use: async () => {
        const isRedeemed = await redeemProof(stores, proof)
        if (isRedeemed) await consumeValue(stores, given)
        return isRedeemed
      },
      make: (provenBy) => putMethod(stores, { ...known, provenBy }),
    })
  }),
)

const proofOfValue = (address: Address, provenBy: ProvenBy) => ({ target: codeTarget(address, 'change'), ...provenBy })

/**
 * Replaces the bound address, proven by the ticket, with one that a code, or the ticket of a code, proves. The ticket
 * is used up only on success. A person who has proven an address of another account learns that, and gets a ticket to
 * take it over. Another factor makes the change at once. For the only sign-in method the ticket is enough, because
 * nothing else can be proven and nobody else notified. Otherwise the change is pending, like an unbinding.
 */
export const rebindAddress = boundingGuesses(rebindByProof, ({ address, from, ...asked }) => ({
  typed: [proofOfValue(address, asked)].filter(isTyped),
  clientAddress: from.clientAddress,
}))
