import { kinds, methodKindOf } from '#account-api/accounts/methods/kinds'
import { type FactorLacking, provableFactors, provenFactors } from '#account-api/accounts/methods/ledger'
import {
  dropPendingChanges,
  isAskedByOther,
  pendingChangesOf,
} from '#account-api/accounts/pending-changes/pending-change'
import type { PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import { inTransaction } from '#account-api/addresses/service'
import type { From } from '#account-api/kernel/from'
import { type Proof, proofOf } from '#account-api/verification/proofs/proof'

interface Stopping {
  person: Person
  method: string
  verifyTicket: string | undefined
  from: From
}

export type Stopped = { ok: true } | FactorLacking | Exclude<Proof, { ok: true }> | { ok: false; code: 'not_signed_in' }

/**
 * Stops the pending change of a sign-in method. It needs a factor that stays, or one that requested the change: a thief
 * of a number cannot stop its removal with the number alone. If only a password requested it, a code to the address is
 * enough.
 */
export const stopPendingChange = inTransaction<Stopping, Stopped>(
  async (stores, { person, method, verifyTicket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account } = present
    const proof = await proofOf(stores, { person: present, ticket: verifyTicket, act: 'binding' })
    if (!proof.ok) return proof
    const pending = (await pendingChangesOf(stores, account)).find((each) => each.method === method)
    if (!pending) return { ok: true }
    const enough = provableFactors(stores.deployment, account).filter((factor) => stops(pending, factor))
    const proven = provenFactors(stores.deployment, present, proof.address)
    // An account with only third-party identities has no factor to prove.
    if (enough.length > 0 && !enough.some((factor) => proven.includes(factor)))
      return { ok: false, code: 'factor_lacking', lacking: enough }
    if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
    await dropPendingChanges(stores, { accountId: account.id, method, from })
    return { ok: true }
  },
)

const stops = (pending: PendingChange, factor: PendingChange['askedBy'][number]): boolean =>
  // A person who can prove the authenticator or a passkey has not lost it.
  !kinds[methodKindOf(pending.method)].guards ||
  factor !== pending.method ||
  pending.askedBy.includes(factor) ||
  (pending.isLost && !isAskedByOther(pending))
