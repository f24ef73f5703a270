import { inRetriedTransaction } from '../account/account'
import { isLastSignInMethod } from '../account/sign-in-methods'
import type { From } from '../activity/activity'
import { type GuardLacking, judgeGuard } from '../not-me/guard-proof'
import { unbindPlatform } from '../platform/platform'
import { type Proof, proofOf } from '../proof/proof'
import { lockPerson, type Person } from '../session/person'
import { unbindAddress } from './unbind-address'

export type Unbound =
  | { ok: true }
  | GuardLacking
  | Exclude<Proof, { ok: true }>
  | { ok: false; code: 'not_signed_in' | 'nothing_bound' | 'last_way' }

interface AskedUnbinding {
  person: Person
  /** `mobile`, `email` or the name of a platform. */
  method: string
  verifyTicket: string | undefined
  from: From
}

/** Unbinds a sign-in method, unless it is the last one. */
export const unbindSignInMethod = inRetriedTransaction<AskedUnbinding, Unbound>(
  async (setting, stores, { person, method, verifyTicket, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account } = present
    const proof = await proofOf(setting, stores, { person: present, ticket: verifyTicket, act: 'binding' })
    if (!proof.ok) return proof
    const kind = method === 'mobile' || method === 'email' ? method : undefined
    const value = kind && account[kind]
    const binding = (await stores.platforms.of(account.id)).find(({ platform }) => platform === method)
    if (!value && !binding) return { ok: false, code: 'nothing_bound' }
    if (await isLastSignInMethod(stores, account, method)) return { ok: false, code: 'last_way' }
    const unguarded = await judgeGuard(setting, stores, present, proof.address)
    if (unguarded) return unguarded
    if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
    if (kind && value) await unbindAddress(setting, stores, { account, address: { kind, value }, from })
    else if (binding) await unbindPlatform(setting, stores, { account, binding, from })
    return { ok: true }
  },
)
