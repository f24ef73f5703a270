import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { addressesOf } from '#account-api/accounts/notices/notice'
import { inTransaction, type Service, type Transaction } from '#account-api/closing/service'
import { rates } from '#account-api/kernel/limits/leaky-bucket'
import { type CodeChannel, farewellPurpose } from '#account-api/kernel/outbox/message'
import { post, type Recipient } from '#account-api/kernel/outbox/post'
import { inBatches } from '#account-api/kernel/queue/batches'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { claimMs, type Queue, workOff } from '#account-api/kernel/queue/work-off'
import { seconds } from '#account-api/kernel/time'
import { closeManaged } from '#account-api/organisations/closing/managed'
import { limitSubjectsOf } from '#account-api/verification/release/limit-subjects'
import type { ClaimedErasure } from './cancellation-store'

const rule = { lookEveryMs: seconds(10), atOnce: 20 }

/**
 * Erases due accounts until it is stopped. Several copies may run: one copy at a time claims an account, and the
 * account becomes due again if that copy dies.
 * @returns a function that stops it and waits for the account being erased
 */
export const startErasing = (service: Service, log: LaneLog): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const erased = await eraseDue(service, stopped)
    if (erased > 0) log.info({ erased }, 'cancelled accounts erased')
  }
  return startLooking(look, { everyMs: rule.lookEveryMs, log })
}

/**
 * Erases the accounts that are due. If an erasure fails, the account is set aside.
 * @returns how many were erased
 */
export const eraseDue = (service: Service, stopped?: AbortSignal): Promise<number> => {
  const { claim, postpone } = service.storage.cancellations
  const queue: Queue<ClaimedErasure> = {
    atOnce: rule.atOnce,
    claim,
    work: ({ accountId }) => eraseAccount(service, accountId),
    postpone: ({ accountId }, until) => postpone(accountId, until),
    named: ({ accountId }) => ({ account: accountId }),
    failed: 'a cancelled account could not be erased, and is tried again later',
  }
  return workOff(service, queue, stopped)
}

/** Thrown inside a transaction, to roll it back and keep the account. */
class Restored extends Error {}

const eraseAccount = async (service: Service, accountId: string): Promise<boolean> => {
  const until = await closeManaged(service, accountId)
  if (until !== undefined) {
    await service.storage.cancellations.postpone(accountId, until)
    return false
  }
  try {
    await inBatches((limit) => eraseSome(service, { accountId, limit }))
    await erase(service, accountId)
    return true
  } catch (error) {
    if (error instanceof Restored) return false
    throw error
  }
}

const eraseSome = inTransaction<{ accountId: string; limit: number }, number>(async (stores, { accountId, limit }) => {
  const at = stores.deployment.now()
  return stores.cancellations.eraseSome(accountId, { at, until: at + claimMs, limit })
})

const erase = inTransaction<string, void>(async (stores, accountId) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) throw new Restored()
  const addresses = await ownAddresses(stores, account)
  // Locks in the same order as a sign-in (codes and tickets, the account, counters), so the two never deadlock.
  for (const { channel, to } of addresses) await stores.cancellations.eraseAddress(channel, to)
  if (!(await stores.standing.erase(accountId, stores.deployment.now()))) throw new Restored()
  await eraseCounters(stores, account, addresses)
  await sayFarewell(stores, account)
})

/** The addresses that are erased completely. A later account with one of them starts from nothing. */
const ownAddresses = async (stores: Transaction, account: AccountProfile): Promise<Recipient<CodeChannel>[]> => {
  const { id, unverifiedEmail, recoveryEmail } = account
  const addresses = addressesOf(account)
  // Each may also belong to somebody else, whose messages and locks stay.
  for (const to of [unverifiedEmail, recoveryEmail])
    if (to && !(await stores.cancellations.isOthers(to, id))) addresses.push({ channel: 'email', to })
  return addresses
}

const eraseCounters = async (
  stores: Transaction,
  { id, username }: AccountProfile,
  addresses: readonly Recipient<CodeChannel>[],
): Promise<void> => {
  const subjects = limitSubjectsOf({ accountId: id, username, addresses })
  await stores.cancellations.eraseCounters(subjects)
  await stores.buckets.reset(Object.keys(rates), subjects)
}

const sayFarewell = async (stores: Transaction, account: AccountProfile): Promise<void> => {
  const { language } = account
  for (const each of addressesOf(account)) await post(stores, { ...each, language, message: { kind: farewellPurpose } })
}
