import type { AccountProfile } from '../account/account-store'
import { kindOf } from '../code/target'
import { type DueLog, startLooking } from '../due'
import { rates } from '../limit/leaky-bucket'
import { limits } from '../limit/limits'
import { windowNames } from '../limit/rolling'
import { farewellPurpose } from '../message/message'
import { post, type Recipient } from '../message/post'
import { addressesOf } from '../notice/notice'
import { inTransaction, type Service } from '../service'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'
import { minutes, seconds } from '../time'

const rule = { lookEveryMs: seconds(10), claimMs: minutes(1), atOnce: 20 }

/**
 * Erases the accounts that are due, until stopped. Several copies may run: each account is claimed by one copy at a
 * time, and is due again when that copy dies.
 * @returns a function that stops it and waits for a run that has begun
 */
export const startErasing = (service: Service, log: DueLog): (() => Promise<void>) => {
  const look = async () => {
    const erased = await eraseDue(service)
    if (erased > 0) log.info({ erased }, 'cancelled accounts erased')
  }
  return startLooking(look, { everyMs: rule.lookEveryMs, log })
}

/**
 * Erases a batch of the accounts that are due.
 * @returns how many
 */
export const eraseDue = async (service: Service): Promise<number> => {
  const { setting, storage } = service
  const at = setting.now()
  const claimed = await storage.cancellations.claim(at, at + rule.claimMs, rule.atOnce)
  let erased = 0
  for (const accountId of claimed) if (await eraseAccount(service, accountId)) erased += 1
  return erased
}

/** Thrown inside a transaction, to keep everything that belongs to the account. */
class Restored extends Error {}

const eraseAccount = async (service: Service, accountId: string): Promise<boolean> => {
  try {
    await erase(service, accountId)
    return true
  } catch (error) {
    if (error instanceof Restored) return false
    throw error
  }
}

const erase = inTransaction<string, void>(async (setting, stores, accountId) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) throw new Restored()
  const addresses = await ownAddresses(stores, account)
  // In the same order as a sign-in (codes and tickets, the account, counters), so that the two never wait for each
  // other.
  for (const { channel, to } of addresses) await stores.cancellations.eraseAddress(channel, to)
  if (!(await stores.cancellations.erase(accountId, setting.now()))) throw new Restored()
  await eraseCounters(stores, account, addresses)
  await sayFarewell(setting, stores, account)
})

/** The addresses that are erased completely. A later account with one of them starts afresh. */
const ownAddresses = async (stores: Transaction, account: AccountProfile): Promise<Recipient[]> => {
  const { id, unverifiedEmail } = account
  const addresses = addressesOf(account)
  // An email that was only claimed may belong to somebody else, who has messages and locks of their own.
  if (unverifiedEmail && !(await stores.cancellations.isOthers(unverifiedEmail, id)))
    addresses.push({ channel: 'email', to: unverifiedEmail })
  return addresses
}

const eraseCounters = async (
  stores: Transaction,
  { id, username }: AccountProfile,
  addresses: readonly Recipient[],
): Promise<void> => {
  const subjects = [
    id,
    `username:${username}`,
    ...addresses.flatMap(({ channel, to }) => [`${channel}:${to}`, `${kindOf[channel]}:${to}`]),
  ]
  const names = [...Object.keys(limits), ...windowNames]
  await stores.cancellations.eraseCounters(subjects.flatMap((subject) => names.map((name) => `${name}:${subject}`)))
  await stores.buckets.drop(Object.keys(rates), subjects)
}

const sayFarewell = async (setting: Setting, stores: Transaction, account: AccountProfile): Promise<void> => {
  const { language } = account
  for (const each of addressesOf(account))
    await post(setting, stores, { ...each, language, message: { kind: farewellPurpose } })
}
