import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { changeOwn, type Lost, removeMethod } from '#account-api/accounts/method-changes/change'
import { heldBy, isLastAddress, isLastSignInMethod } from '#account-api/accounts/methods/kinds'
import { earlierHashOf } from '#account-api/accounts/methods/ledger'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { From } from '#account-api/kernel/from'
import { inTransaction, type Transaction } from '#account-api/verification/service'
import { type Changer, lockChanger, type NotLost } from './changer'

export type Removed = Extract<Lost, { ok: true }> | NotLost | { ok: false; code: 'nothing_bound' }

interface AskedRemoval extends Changer {
  /** The name of the method: its kind, or its platform. */
  method: string
  /** The id, if an account may have several. */
  id?: string
  /** True when the person prefers the wait to proving another factor. */
  waits?: boolean
  from: From
}

const remove = async <Kept>(
  stores: Transaction,
  { method, id, waits = false, from, ...asked }: AskedRemoval,
  keeps: (account: AccountProfile) => Promise<Kept | undefined>,
): Promise<Removed | Kept> => {
  const changer = await lockChanger(stores, asked)
  if (!changer.ok) return changer
  const { account, session } = changer.present
  const all = await heldBy(stores, account)
  const held = all.find((each) => each.method === method && (id === undefined || each.value === id))
  if (!held) return { ok: false, code: 'nothing_bound' }
  const kept = await keeps(account)
  if (kept) return kept
  const make = async (provenBy: Factor[]) => {
    // With the previous password after a contested reset, that password alone can remove the number that did the reset.
    const isLost =
      method === 'mobile' && !provenBy.includes(method) && earlierHashOf(stores.deployment, account) !== undefined
    const known = { provenBy, from, keptSessionId: session.id }
    await removeMethod(stores, { account, method, value: held.value, ...known, isLost })
  }
  return changeOwn(stores, { ...changer, held, waits, from, make })
}

/**
 * Removes a method that is not needed to sign in. Two factors do it at once, and so does the proof of the app that is
 * removed. With one factor, it is pending: if the person wants that, or the account has no other factor that counts. A
 * young method is removed at once.
 */
export const removeOwn = inTransaction<AskedRemoval, Removed>((stores, asked) =>
  remove<never>(stores, asked, async () => undefined),
)

/** The refusal to leave an account without an address until its person has confirmed that. */
export interface LastAddress {
  ok: false
  code: 'last_address'
  username: string
}

/**
 * Removes an address or a third-party identity, unless it is the last method that signs in. The last address is removed
 * only if the person knows that it is the last (`withoutAddress`). Then only the username with the password, or a
 * third-party identity, signs in.
 */
export const unbindOwn = retried(
  inTransaction<AskedRemoval & { withoutAddress?: boolean }, Removed | LastAddress | { ok: false; code: 'last_way' }>(
    (stores, { withoutAddress = false, ...asked }) =>
      remove(stores, asked, async (account) => {
        const { method } = asked
        if (await isLastSignInMethod(stores, account, method)) return { ok: false, code: 'last_way' } as const
        const isAddress = method === 'mobile' || method === 'email'
        return isAddress && !withoutAddress && (await isLastAddress(stores, account, method))
          ? ({ ok: false, code: 'last_address', username: account.username } as const)
          : undefined
      }),
  ),
)
