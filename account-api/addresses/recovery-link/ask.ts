import { mailboxPattern } from '../../../contract/terms/mailbox'
import type { AccountProfile } from '../../accounts/account/account-record'
import { identify } from '../../accounts/account/identifier'
import { isOpen } from '../../accounts/account/is-open'
import { addressesOf, toldOf } from '../../accounts/notices/notice'
import { askForChange, dropRecovery, pendingHours } from '../../accounts/pending-changes/pending-change'
import { recoveryMethod, recoverySealOf } from '../../accounts/pending-changes/recovery'
import { nowhere } from '../../kernel/from'
import { counted } from '../../kernel/limits/limits'
import { isReached } from '../../kernel/outbox/post'
import { hours } from '../../kernel/time'
import { inTransaction, type Setting, type Transaction } from '../service'

interface Asked {
  accountId: string
  /** An email that the account does not have. */
  to: string
  /** What the operator has checked. */
  reason: string
  /** The second operator who has confirmed it. Then nobody waits. */
  confirmedBy?: string | undefined
}

const refusals = [
  'no_such_user',
  'not_open',
  'no_address',
  'not_an_email',
  'not_reached',
  'own_address',
  'taken',
  'already',
  'stopped_lately',
  'too_many_requests',
] as const

export type RecoveryAsked =
  | { ok: true; account: AccountProfile; sentAt: number }
  | { ok: false; code: (typeof refusals)[number] }

/**
 * Makes a recovery pending, for the operator who has checked that a person without any way in is the owner of an
 * account. Each address of the account is told at once, and can stop it: in 48 hours before the link is sent, and as
 * long as it is not used. Two operators together need not wait, and may ask again for what was stopped.
 */
export const askForRecovery = inTransaction<Asked, RecoveryAsked>(
  async (setting, stores, { accountId, to: typed, reason, confirmedBy }) => {
    const to = identify(typed, setting.defaultRegion).value
    await stores.accounts.lock(accountId)
    const account = await stores.accounts.profile(accountId)
    if (!account) return { ok: false, code: 'no_such_user' }
    const code = await refusalOf(setting, stores, { account, to, isConfirmed: confirmedBy !== undefined })
    if (code) return { ok: false, code }
    const asked = await askForChange(setting, stores, {
      account,
      method: recoveryMethod,
      value: recoverySealOf(account),
      successor: to,
      isLost: true,
      askedBy: [],
      from: nowhere,
      waitsMs: confirmedBy === undefined ? hours(pendingHours) : 0,
      noted: reason,
    })
    return asked.ok ? { ok: true, account, sentAt: asked.pending.takesEffectAt } : { ok: false, code: asked.code }
  },
)

const refusalOf = async (
  setting: Setting,
  stores: Transaction,
  { account, to, isConfirmed }: { account: AccountProfile; to: string; isConfirmed: boolean },
): Promise<(typeof refusals)[number] | undefined> => {
  if (!isOpen(account)) return 'not_open'
  if (!mailboxPattern.test(to)) return 'not_an_email'
  if (!isReached(setting, { channel: 'email', to })) return 'not_reached'
  // Nobody could stop it.
  if (!isConfirmed && toldOf(setting, account).every((each) => !isReached(setting, each))) return 'no_address'
  if (addressesOf(account).some((each) => each.to === to) || account.recoveryEmail === to) return 'own_address'
  if (await stores.accounts.holderOf('email', to)) return 'taken'
  const pending = await stores.pendingChanges.of(account.id)
  if (pending.some(({ method, value }) => method === recoveryMethod && value === recoverySealOf(account)))
    return 'already'
  const at = setting.now()
  const isStopped = (await counted(stores, 'recoveriesStopped', { subject: account.id, at })) > 0
  return isStopped && !isConfirmed ? 'stopped_lately' : undefined
}

/** Stops a recovery for the operator, who may ask for another one at once. False when there is none. */
export const stopRecovery = inTransaction<string, boolean>(async (setting, stores, accountId) => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  return account !== undefined && dropRecovery(setting, stores, account)
})
