import { inRetriedTransaction } from '../account/account'
import type { Address } from '../account/identifier'
import { type From, record } from '../activity/activity'
import { consumeCode, type Judgement, lookAtCode } from '../code/code'
import { type GuardLacking, judgeGuard } from '../not-me/guard-proof'
import { noteChange } from '../not-me/history'
import { addressesOf, tell } from '../notice/notice'
import { provenAddress, redeemProof } from '../proof/proof'
import type { Person } from '../session/person'
import { addressRules, codeTarget, dropAddress, lockWithHolder, maskAddress, putAddress } from './address'

export type Rebound =
  | { ok: true }
  | GuardLacking
  | Exclude<Judgement, { ok: true }>
  | { ok: false; code: 'not_signed_in' | 'nothing_bound' | 'ticket_refused' | 'same_address' | 'held_by_other' }

interface AskedRebinding {
  person: Person
  address: Address
  code: string
  ticket: string
  from: From
}

/**
 * Replaces the bound address, which the ticket proves, by one that a code proves. The ticket is used up only when this
 * succeeds.
 */
export const rebindAddress = inRetriedTransaction<AskedRebinding, Rebound>(
  async (setting, stores, { person, address, code, ticket, from }) => {
    const { kind, value } = address
    const { changed } = addressRules[kind]
    const locked = await lockWithHolder(stores, person, address)
    if (!locked) return { ok: false, code: 'not_signed_in' }
    const { present, holder } = locked
    const { account } = present
    const old = account[kind]
    if (old === null) return { ok: false, code: 'nothing_bound' }
    const proof = { person: present, ticket, act: 'binding' } as const
    if ((await provenAddress(setting, stores, proof)) !== old) return { ok: false, code: 'ticket_refused' }
    if (old === value) return { ok: false, code: 'same_address' }
    const target = codeTarget(address, 'change')
    // Looking at a right code keeps it from every other call until this transaction ends.
    const looked = await lookAtCode(setting, stores, target, code)
    if (!looked.ok) return looked
    const unguarded = await judgeGuard(setting, stores, present, old)
    if (unguarded) return unguarded
    if (!holder && !(await redeemProof(setting, stores, proof))) return { ok: false, code: 'ticket_refused' }
    await consumeCode(setting, stores, target, code)
    if (holder) return { ok: false, code: 'held_by_other' }

    await noteChange(setting, stores, { accountId: account.id, change: changed })
    await dropAddress(stores, { accountId: account.id, address: { kind, value: old } })
    await putAddress(setting, stores, { accountId: account.id, address })
    const detail = `${maskAddress({ kind, value: old })} → ${maskAddress(address)}`
    const to = [...addressesOf(account), ...addressesOf({ ...account, [kind]: value })]
    await record(setting, stores, { accountId: account.id, kind: changed, from, detail })
    await tell(setting, stores, { account, to, change: changed, detail })
    return { ok: true }
  },
)
