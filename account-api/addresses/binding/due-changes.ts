import { retried } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { mailDomainRefusal } from '#account-api/accounts/account/mail-domain'
import { newAddressRefusal } from '#account-api/accounts/account/new-address'
import { putMethod, removeMethod } from '#account-api/accounts/method-changes/change'
import { isLastSignInMethod, methodKindOf } from '#account-api/accounts/methods/kinds'
import { isStillBound, tellStopped } from '#account-api/accounts/pending-changes/pending-change'
import type { ClaimedChange, PendingChange } from '#account-api/accounts/pending-changes/pending-change-store'
import { recoveryMethod } from '#account-api/accounts/pending-changes/recovery'
import { isElsewhere } from '#account-api/addresses/platforms/platform'
import { sendRecoveryLink } from '#account-api/addresses/recovery-link/recovery-link'
import { inTransaction, type Service, type Transaction } from '#account-api/addresses/service'
import { nowhere } from '#account-api/kernel/from'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { seconds } from '#account-api/kernel/time'

const dueRule = { lookEveryMs: seconds(5), atOnce: 100 }

/**
 * Makes due pending changes until it is stopped. Several copies may run: a change is claimed by one copy at a time, and
 * made once.
 * @returns a function that stops it and waits for the change in progress
 */
export const startChanging = (service: Service, log: LaneLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const changed = await changeDue(service, stopped)
    if (changed > 0) log.info({ changed }, 'pending changes made')
  }
  return startLooking(look, { everyMs: dueRule.lookEveryMs, log })
}

/**
 * Makes the pending changes that are due. A change that fails is set aside.
 * @returns how many were made
 */
export const changeDue = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.pendingChanges
  const queue: Queue<ClaimedChange> = {
    atOnce: dueRule.atOnce,
    claim,
    work: (change) => carryOut(service, change),
    postpone,
    named: ({ accountId, method }) => ({ account: accountId, method }),
    failed: 'a pending change could not be made, and is tried again later',
  }
  return workOff(service, queue, stopped)
}

const carryOut = retried(
  inTransaction<Pick<PendingChange, 'accountId' | 'method'>, boolean>(async (stores, key) => {
    await stores.accounts.lock(key.accountId)
    const pending = await stores.pendingChanges.take(key, stores.deployment.now())
    const account = pending && (await stores.accounts.profile(key.accountId))
    // The link of a recovery that nobody has used expires now.
    if (!account || pending.sentAt || !(await isStillBound(stores, account, pending))) return false
    const isDone = (await isAllowed(stores, { account, pending })) && (await change(stores, account, pending))
    if (!isDone) await tellStopped(stores, { account, pending, from: nowhere })
    return isDone
  }),
)

/**
 * Some changes are dropped: nobody is left without a sign-in method, a cancelled account is not changed, a second
 * operator cannot agree after the deadline, and no account gets an address that the policy now refuses.
 */
const isAllowed = async (
  stores: Transaction,
  { account, pending: { method, successor, firstOperator } }: { account: AccountProfile; pending: PendingChange },
): Promise<boolean> => {
  if (!isOpen(account) || firstOperator) return false
  if (successor === null) return !(await isLastSignInMethod(stores, account, method))
  if (method === recoveryMethod || method === 'recovery_email')
    return mailDomainRefusal(stores.deployment, successor) === undefined
  const isAddress = method === 'mobile' || method === 'email'
  return !isAddress || newAddressRefusal(stores.deployment, { kind: method, value: successor }) === undefined
}

/** False when another account has the new value by now. */
const change = async (stores: Transaction, account: AccountProfile, pending: PendingChange): Promise<boolean> => {
  const { method, value, successor, isLost, askedBy: provenBy } = pending
  const known = { account, provenBy, from: nowhere }
  const kind = methodKindOf(method)
  if (successor === null) {
    await removeMethod(stores, { ...known, method, value, isLost: isLost && kind === 'mobile' })
    return true
  }
  if (method === recoveryMethod) {
    await sendRecoveryLink(stores, { account, pending: { ...pending, successor } })
    return true
  }
  if (kind === 'platform' && (await isElsewhere(stores, account, successor))) return false
  if ((kind === 'mobile' || kind === 'email') && (await stores.accounts.holderOf(kind, successor))) return false
  await putMethod(stores, { ...known, method, was: value, value: successor })
  return true
}
