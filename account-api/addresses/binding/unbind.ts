import { retried } from '../../accounts/account/account'
import { isLastAddress, isLastSignInMethod } from '../../accounts/account/sign-in-methods'
import { allProven, earlierHashOf, type FactorLacking, judgeFactors } from '../../accounts/methods/ledger'
import { type Asked, askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { type GuardLacking, judgeGuard } from '../../verification/proofs/guard-proof'
import { type Proof, proofOf } from '../../verification/proofs/proof'
import { unbindPlatform } from '../platforms/platform'
import { inTransaction } from '../service'
import { unbindAddress } from './unbind-address'

export type Unbound =
  | { ok: true; pending?: PendingChange }
  | Exclude<Asked, { ok: true }>
  | FactorLacking
  | GuardLacking
  | Exclude<Proof, { ok: true }>
  | { ok: false; code: 'not_signed_in' | 'nothing_bound' | 'last_way' }
  | LastAddress

/** The refusal to leave an account without an address before its person has been told of the consequence. */
export interface LastAddress {
  ok: false
  code: 'last_address'
  username: string
}

interface AskedUnbinding {
  person: Person
  /** `mobile`, `email` or the name of a platform. */
  method: string
  verifyTicket: string | undefined
  /** True when the person would rather wait than prove another factor. */
  waits?: boolean
  /** True when the person knows that the account will have no address. */
  withoutAddress?: boolean
  from: From
}

/**
 * Unbinds a sign-in method, unless it is the last one. Two factors do it at once. With one, it is pending: at the
 * person's wish, or when the account has no other factor that counts. The last address is unbound only if the person
 * knows that it is the last: then only the username with the password, or a third-party identity, signs in.
 */
export const unbindSignInMethod = retried(
  inTransaction<AskedUnbinding, Unbound>(
    async (setting, stores, { person, method, verifyTicket, waits = false, withoutAddress = false, from }) => {
      const present = await lockPerson(stores, person)
      if (!present) return { ok: false, code: 'not_signed_in' }
      const { account, session } = present
      const proof = await proofOf(setting, stores, { person: present, ticket: verifyTicket, act: 'binding' })
      if (!proof.ok) return proof
      const kind = method === 'mobile' || method === 'email' ? method : undefined
      const address = kind && account[kind]
      const binding = (await stores.platforms.of(account.id)).find(({ platform }) => platform === method)
      const value = address ?? binding?.openid
      if (!value) return { ok: false, code: 'nothing_bound' }
      if (await isLastSignInMethod(stores, account, method)) return { ok: false, code: 'last_way' }
      if (kind && !withoutAddress && (await isLastAddress(stores, account, kind)))
        return { ok: false, code: 'last_address', username: account.username }
      const unguarded = await judgeGuard(setting, stores, present, proof.address)
      if (unguarded) return unguarded
      const { areEnough, proven, lacking } = judgeFactors(setting, present, proof.address)
      if (lacking.length > 0 && !waits) return { ok: false, code: 'factor_lacking', lacking }
      if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
      if (!areEnough) {
        const isLost = kind !== undefined && !proven.includes(kind)
        return askForChange(setting, stores, { account, method, value, successor: null, isLost, askedBy: proven, from })
      }
      const keptSessionId = session.id
      // Proven by the password of before a contested reset, the number, which did the reset, comes back by that
      // password alone.
      const isLost = kind === 'mobile' && !proven.includes(kind) && earlierHashOf(setting, account) !== undefined
      const known = { provenBy: allProven(setting, present, proof.address), from, keptSessionId, isLost }
      if (kind) await unbindAddress(setting, stores, { account, address: { kind, value }, ...known })
      else if (binding) await unbindPlatform(setting, stores, { account, binding, from, keptSessionId })
      return { ok: true }
    },
  ),
)
