import type { SignInMethods, Snapshot } from '#account-api/accounts/changes/history-store'
import { hasPasskey } from '#account-api/accounts/methods/passkey-store'
import { hasPlatform } from '#account-api/accounts/platforms/platform-store'
import type { Stores } from '#account-api/addresses/service'

/** The maximum number of changes that a press lists. If there are more, none can be kept. */
const mostListed = 50

/** The changes that a press would undo, the oldest first. */
export const changesSince = async (stores: Stores, before: Snapshot): Promise<Snapshot[]> => {
  const window = { accountId: before.accountId, since: before.at - 1 }
  const found = await stores.history.list(window, mostListed + 1)
  const first = found.findIndex(({ id }) => id === before.id)
  return found.length > mostListed || first < 0 ? [] : found.slice(first)
}

/**
 * The changes to keep among those that the person claims: each was proven with a factor that no other change used. A
 * change without recorded factors counts as proven with any factor.
 */
export const keptOf = (changes: readonly Snapshot[], own: readonly string[]): Snapshot[] => {
  const disowned = changes.filter(({ id }) => !own.includes(id))
  if (disowned.some(({ provenBy }) => provenBy === null)) return []
  const touched = disowned.flatMap(({ provenBy }) => provenBy ?? [])
  return changes.filter(({ id, provenBy }) => own.includes(id) && provenBy?.some((factor) => !touched.includes(factor)))
}

const kinds = ['mobile', 'email', 'recovery'] as const

/**
 * The state of an account without the changes of others: the snapshot before the first one, with the kept changes
 * applied.
 */
export const withKept = (
  before: Snapshot,
  { changes, kept, present }: { changes: readonly Snapshot[]; kept: readonly Snapshot[]; present: SignInMethods },
): Snapshot => {
  const base = { ...before }
  for (const [nth, was] of changes.entries()) {
    if (!kept.includes(was)) continue
    const is = changes[nth + 1] ?? present
    for (const kind of kinds) if (was[kind]?.value !== is[kind]?.value) base[kind] = is[kind]
    if (was.username !== is.username) base.username = is.username
    if (!isSameAuthenticator(was, is)) base.authenticator = is.authenticator
    base.passkeys = merged(base.passkeys, { was: was.passkeys, is: is.passkeys }, hasPasskey)
    base.platforms = merged(base.platforms, { was: was.platforms, is: is.platforms }, hasPlatform)
  }
  return base
}

/** True when both have the same authenticator with the same use, or both have none. */
const isSameAuthenticator = (
  { authenticator: one }: Pick<SignInMethods, 'authenticator'>,
  { authenticator: other }: Pick<SignInMethods, 'authenticator'>,
): boolean => one?.since === other?.since && one?.asks === other?.asks

/** Applies a change to a list: adds what the change added, and removes what it removed. */
const merged = <Item>(
  base: readonly Item[],
  { was, is }: { was: readonly Item[]; is: readonly Item[] },
  has: (items: readonly Item[], item: Item) => boolean,
): Item[] => [
  ...base.filter((each) => has(is, each) || !has(was, each)),
  ...is.filter((each) => !has(was, each) && !has(base, each)),
]
