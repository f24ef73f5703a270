import { retried } from '../../accounts/account/account'
import type { AccountProfile } from '../../accounts/account/account-record'
import { isLastAddress, isLastSignInMethod } from '../../accounts/account/sign-in-methods'
import { removeMethod } from '../../accounts/method-changes/change'
import { heldBy } from '../../accounts/methods/held'
import { allProven, earlierHashOf, judgeRemoval } from '../../accounts/methods/ledger'
import { askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import type { From } from '../../kernel/from'
import { inTransaction, type Setting, type Transaction } from '../service'
import { type Changer, lockChanger, type NotLost } from './changer'

export type Removed = { ok: true; pending?: PendingChange } | NotLost | { ok: false; code: 'nothing_bound' }

interface AskedRemoval extends Changer {
  /** The name of the method: its kind, or that of the platform. */
  method: string
  /** The one that is meant, where an account may have several. */
  id?: string
  /** True when the person would rather wait than prove another factor. */
  waits?: boolean
  from: From
}

const remove = async <Kept>(
  setting: Setting,
  stores: Transaction,
  { method, id, waits = false, from, ...asked }: AskedRemoval,
  keeps: (account: AccountProfile) => Promise<Kept | undefined>,
): Promise<Removed | Kept> => {
  const changer = await lockChanger(setting, stores, asked)
  if (!changer.ok) return changer
  const { account, session } = changer.present
  const all = await heldBy(stores, account)
  const held = all.find((each) => each.method === method && (id === undefined || each.value === id))
  if (!held) return { ok: false, code: 'nothing_bound' }
  const kept = await keeps(account)
  if (kept) return kept
  const { kind, value } = held
  const { areEnough, proven, lacking } = judgeRemoval(setting, changer, held)
  if (lacking.length > 0 && !waits) return { ok: false, code: 'factor_lacking', lacking }
  if (!(await changer.use())) return { ok: false, code: 'ticket_refused' }
  const isUnproven = !proven.some((factor) => factor === kind)
  if (!areEnough) {
    const change = { method, value, successor: null, isLost: kind !== 'platform' && isUnproven, askedBy: proven }
    return askForChange(setting, stores, { account, ...change, from })
  }
  // Proven by the password of before a contested reset, the number, which did the reset, comes back by that password
  // alone.
  const isLost = kind === 'mobile' && isUnproven && earlierHashOf(setting, account) !== undefined
  const known = { provenBy: allProven(setting, changer.present, changer.proven), from, keptSessionId: session.id }
  await removeMethod(setting, stores, { account, method, value, ...known, isLost })
  return { ok: true }
}

/**
 * Removes a method of an account that is not needed to sign in. Two factors do it at once, and so does the proof of an app
 * that is removed. With one factor, it is pending: at the person's wish, or when the account has no other
 * factor that counts. What is young goes at once.
 */
export const removeOwn = inTransaction<AskedRemoval, Removed>((setting, stores, asked) =>
  remove<never>(setting, stores, asked, async () => undefined),
)

/** The refusal to leave an account without an address before its person has been told of the consequence. */
export interface LastAddress {
  ok: false
  code: 'last_address'
  username: string
}

/**
 * The same for an address or a third-party identity, unless it is the last method that signs in. The last address goes
 * only if the person knows that it is the last (`withoutAddress`): then only the username with the password, or a
 * third-party identity, signs in.
 */
export const unbindOwn = retried(
  inTransaction<AskedRemoval & { withoutAddress?: boolean }, Removed | LastAddress | { ok: false; code: 'last_way' }>(
    (setting, stores, { withoutAddress = false, ...asked }) =>
      remove(setting, stores, asked, async (account) => {
        const { method } = asked
        if (await isLastSignInMethod(stores, account, method)) return { ok: false, code: 'last_way' } as const
        const isAddress = method === 'mobile' || method === 'email'
        return isAddress && !withoutAddress && (await isLastAddress(stores, account, method))
          ? ({ ok: false, code: 'last_address', username: account.username } as const)
          : undefined
      }),
  ),
)
