import { IdentifierTaken } from '#account-api/accounts/account/account'
import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { Address, ToldAddress } from '#account-api/accounts/account/identifier'
import type { HeldAddress, SignInMethods, Snapshot } from '#account-api/accounts/changes/history-store'
import type { Authenticator } from '#account-api/accounts/methods/authenticator-store'
import { kinds as methods } from '#account-api/accounts/methods/kinds'
import type { Passkey } from '#account-api/accounts/methods/passkey-store'
import { conflictOf, restoreUsername } from '#account-api/accounts/names/username'
import type { PlatformBinding } from '#account-api/accounts/platforms/platform-store'
import type { Stores, Transaction } from '#account-api/addresses/service'
import { restoreAuthenticator } from '#account-api/verification/authenticators/restore'
import { restorePasskeys } from '#account-api/verification/passkeys/restore'
import { usernameRecord } from '#rules/typed/username'
import { type Giver, giverOfAddress, giverOfPlatform } from './giver'

interface HeldSince extends Address {
  boundAt: number
}

/** The effects of restoring the sign-in methods of an account. */
export interface Restoration {
  putBack: HeldSince[]
  takeOff: Address[]
  /** The addresses that another account has by now, and keeps. */
  elsewhere: Address[]
  /** The accounts that have since got one of the sign-in methods, and give it back. */
  givers: Giver[]
  /** The addresses that were removed and bound again: they get their original time back. */
  keptSince: HeldSince[]
  /** `elsewhere`: the third-party identities that another account has by now, and keeps. */
  platforms: { putBack: PlatformBinding[]; takeOff: PlatformBinding[]; elsewhere: PlatformBinding[] }
  /** The username to restore, the current one, and since when changes do not count. */
  username: { was: string; is: string; since: number } | undefined
  /** The authenticator to restore, and since when recovery codes do not count. Undefined: no change. */
  authenticator: { was: Authenticator | null; since: number } | undefined
  /** The passkeys to restore. Undefined: no change. */
  passkeys: Passkey[] | undefined
  /** The recovery address to restore, and the current one. Undefined: no change. */
  recovery: { was: HeldAddress | null; is: HeldAddress | null } | undefined
  /** The password hash of the account after the restoration. */
  passwordHash: string | null
}

const nothing = { putBack: [], takeOff: [], elsewhere: [], givers: [], keptSince: [] }
const noPlatforms = { putBack: [], takeOff: [], elsewhere: [] }

/**
 * Plans how an account gets back its sign-in methods from before a change. Later ones are removed. Of two methods of
 * one kind, the older stays. The password ends, because somebody else may know it. If nothing else remains to sign in
 * with, or a recovery address presses, the previous password comes back instead.
 * @param by the address that presses. Only this address comes back from another account
 */
export const planRestoration = async (
  stores: Stores,
  {
    present,
    before,
    by,
    accountId,
  }: { present: SignInMethods; before: Snapshot | undefined; by: ToldAddress; accountId: string },
): Promise<Restoration> => {
  const username = before && (await planUsername(stores, { present, before, accountId }))
  const authenticator = before && { was: before.authenticator, since: before.at }
  const recovery = before && { was: before.recovery, is: present.recovery }
  const methods = { username, authenticator, passkeys: before?.passkeys, recovery }
  const plan: Restoration = { ...nothing, platforms: noPlatforms, ...methods, passwordHash: null }
  const addresses = before ? await planAddresses(stores, { present, before, by, accountId }) : nothing
  const { givers, ...platforms } = before
    ? await planPlatforms(stores, { present, before, accountId })
    : { ...noPlatforms, givers: [] }
  const restored = { ...plan, ...addresses, givers: [...addresses.givers, ...givers], platforms }
  const passwordHash = before?.passwordHash ?? present.passwordHash
  // A recovery address cannot reset a password, so its person may have nothing else to sign in with.
  if (countLeft(present, restored) > 0) return by.kind === 'recovery' ? { ...restored, passwordHash } : restored
  // No sign-in method would be left, so the later ones stay.
  if (passwordHash === null) return { ...restored, takeOff: [], platforms: noPlatforms }
  return { ...restored, passwordHash }
}

/** A username from the registration is not reserved, so another account may have it by now. */
const planUsername = async (
  stores: Stores,
  { present, before, accountId }: { present: SignInMethods; before: Snapshot; accountId: string },
): Promise<Restoration['username']> => {
  const [was, is] = [before.username, present.username]
  if (was === is) return undefined
  const username = usernameRecord(was)
  return (await conflictOf(stores, { username, accountId })) ? undefined : { was, is, since: before.at }
}

const kinds = ['mobile', 'email'] as const

const planAddresses = async (
  stores: Stores,
  { present, before, by, accountId }: { present: SignInMethods; before: Snapshot; by: ToldAddress; accountId: string },
): Promise<Pick<Restoration, keyof typeof nothing>> => {
  const putBack: HeldSince[] = []
  const takeOff: Address[] = []
  const elsewhere: Address[] = []
  const keptSince: HeldSince[] = []
  const givers: Giver[] = []
  for (const kind of kinds) {
    const [was, is] = [before[kind], present[kind]]
    if (was && was.value === is?.value) {
      if (was.boundAt < is.boundAt) keptSince.push({ kind, ...was })
      continue
    }
    if (is && is.boundAt < (was?.boundAt ?? before.at)) continue
    if (is) takeOff.push({ kind, value: is.value })
    if (!was) continue
    const address = { kind, value: was.value }
    const holder = await holderOf(stores, address, accountId)
    const asks = by.kind === kind && by.value === was.value
    const giver = holder && asks && (await giverOfAddress(stores, { holder, address, lostAt: before.at }))
    if (giver) givers.push(giver)
    if (holder && !giver) elsewhere.push(address)
    else putBack.push({ kind, ...was })
  }
  return { putBack, takeOff, elsewhere, givers, keptSince }
}

const holderOf = async (
  stores: Stores,
  { kind, value }: Address,
  accountId: string,
): Promise<AccountProfile | undefined> => {
  const holder = await stores.accounts.holderOf(kind, value)
  return holder && holder.id !== accountId ? stores.accounts.profile(holder.id) : undefined
}

const planPlatforms = async (
  stores: Stores,
  { present, before, accountId }: { present: SignInMethods; before: Snapshot; accountId: string },
): Promise<Restoration['platforms'] & { givers: Giver[] }> => {
  const isSame = (one: PlatformBinding, other: PlatformBinding) =>
    one.platform === other.platform && one.openid === other.openid
  const was = ({ platform }: PlatformBinding) => before.platforms.find((each) => each.platform === platform)
  const is = ({ platform }: PlatformBinding) => present.platforms.find((each) => each.platform === platform)
  const takeOff = present.platforms.filter((each) => {
    const earlier = was(each)
    return !(earlier && isSame(earlier, each)) && each.boundAt >= (earlier?.boundAt ?? before.at)
  })
  const lost = before.platforms.filter((each) => {
    const later = is(each)
    return !later || takeOff.includes(later)
  })
  const putBack: PlatformBinding[] = []
  const elsewhere: PlatformBinding[] = []
  const givers: Giver[] = []
  for (const each of lost) {
    const held = await stores.platforms.find(each)
    const isElsewhere = held !== undefined && held.accountId !== accountId
    const giver = isElsewhere ? await giverOfPlatform(stores, { held, lostAt: before.at }) : undefined
    if (giver) givers.push(giver)
    if (isElsewhere && !giver) elsewhere.push(each)
    else putBack.push(each)
  }
  return { putBack, takeOff, elsewhere, givers }
}

const countLeft = (present: SignInMethods, { putBack, takeOff, platforms }: Restoration): number => {
  const addresses = kinds.filter((kind) => present[kind]).length + putBack.length - takeOff.length
  return addresses + present.platforms.length + platforms.putBack.length - platforms.takeOff.length
}

/**
 * Carries out a plan, except for the password, after the other accounts have given back. The account has to be locked.
 * @throws IdentifierTaken when another account got an address meanwhile
 */
export const restore = async (
  stores: Transaction,
  accountId: string,
  { putBack, takeOff, keptSince, platforms, username, authenticator, passkeys, recovery }: Restoration,
): Promise<void> => {
  for (const address of [...takeOff, ...keptSince]) {
    const { kind, value } = address
    if (!(await stores.accounts.unbind({ kind, value, accountId }))) throw new IdentifierTaken(address)
  }
  for (const { kind, value, boundAt: at } of [...putBack, ...keptSince])
    await methods[kind].putOn?.(stores, { accountId, method: kind, value, at })
  if (username && !(await restoreUsername(stores, { accountId, ...username })))
    throw new IdentifierTaken({ kind: 'username', value: username.was })
  if (authenticator) await restoreAuthenticator(stores, { accountId, ...authenticator })
  if (passkeys) await restorePasskeys(stores, { accountId, was: passkeys })
  if (recovery) await restoreRecovery(stores, accountId, recovery.was)
  for (const binding of platforms.takeOff) await stores.platforms.unbind(binding)
  for (const { boundAt, ...binding } of platforms.putBack) await stores.platforms.bind({ ...binding, at: boundAt })
}

const restoreRecovery = (stores: Transaction, accountId: string, was: HeldAddress | null): Promise<void> =>
  was
    ? stores.recoveryEmails.put({ accountId, email: was.value, addedAt: was.boundAt })
    : stores.recoveryEmails.remove(accountId)
