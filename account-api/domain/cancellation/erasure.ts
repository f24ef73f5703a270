import type { AccountProfile } from '../account/account-store'
import { kindOf } from '../code/target'
import { type DueLog, startLooking } from '../due'
import { limits } from '../limit/limits'
import { farewellPurpose } from '../message/message'
import { post, type Recipient } from '../message/post'
import { addressesOf } from '../notice/notice'
import type { Setting } from '../setting'
import type { Stores } from '../stores'
import { minutes, seconds } from '../time'

const rule = { lookEveryMs: seconds(10), claimMs: minutes(1), atOnce: 20 }

/**
 * Erases the accounts whose day has come, until stopped. Several copies may run: each account is claimed by one of them
 * at a time, and comes due again when a copy dies with it.
 * @returns a function that stops it and waits for what is under way
 */
export const startErasing = (setting: Setting, log: DueLog): (() => Promise<void>) => {
  const look = async () => {
    const erased = await eraseDue(setting)
    if (erased > 0) log.info({ erased }, 'cancelled accounts erased')
  }
  return startLooking(look, { everyMs: rule.lookEveryMs, log })
}

/**
 * Erases a batch of the accounts whose day has come.
 * @returns how many
 */
export const eraseDue = async (setting: Setting): Promise<number> => {
  const at = setting.now()
  const claimed = await setting.storage.cancellations.claim(at, at + rule.claimMs, rule.atOnce)
  let erased = 0
  for (const accountId of claimed) if (await eraseAccount(setting, accountId)) erased += 1
  return erased
}

/** Thrown inside a transaction, so that what belongs to the account stays with it. */
class Restored extends Error {}

const eraseAccount = async (setting: Setting, accountId: string): Promise<boolean> => {
  try {
    await setting.storage.transaction(async (stores) => {
      const account = await stores.accounts.profile(accountId)
      if (!account) throw new Restored()
      const addresses = await ownAddresses(stores, account)
      // In the order in which sign-ins go (codes and tickets, the account, counters): two never wait for each other.
      for (const { channel, to } of addresses) await stores.cancellations.eraseAddress(channel, to)
      if (!(await stores.cancellations.erase(accountId, setting.now()))) throw new Restored()
      await eraseCounters(stores, account, addresses)
      await sayFarewell(setting, stores, account)
    })
    return true
  } catch (error) {
    if (error instanceof Restored) return false
    throw error
  }
}

/** The addresses of which nothing is to be left: a later account that has one of them begins with nothing. */
const ownAddresses = async (stores: Stores, account: AccountProfile): Promise<Recipient[]> => {
  const { id, unverifiedEmail } = account
  const addresses = addressesOf(account)
  // An address that was only claimed may be somebody else's, with messages and locks of their own.
  if (unverifiedEmail && !(await stores.cancellations.isOthers(unverifiedEmail, id)))
    addresses.push({ channel: 'email', to: unverifiedEmail })
  return addresses
}

const eraseCounters = async (
  stores: Stores,
  { id, username }: AccountProfile,
  addresses: readonly Recipient[],
): Promise<void> => {
  const subjects = [
    id,
    `username:${username}`,
    ...addresses.flatMap(({ channel, to }) => [`${channel}:${to}`, `${kindOf[channel]}:${to}`]),
  ]
  const names = Object.keys(limits)
  await stores.cancellations.eraseCounters(subjects.flatMap((subject) => names.map((name) => `${name}:${subject}`)))
}

const sayFarewell = async (setting: Setting, stores: Stores, account: AccountProfile): Promise<void> => {
  const { language } = account
  for (const each of addressesOf(account))
    await post(setting, stores, { ...each, language, message: { kind: farewellPurpose } })
}
