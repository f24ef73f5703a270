import type { PlatformBinding } from '../platforms/platform-store'
import type { Stores } from '../service'
import type { AccountProfile } from './account-record'

/**
 * The sign-in methods of an account: `mobile`, `email` (a proven one), `password` (with the username, which every
 * account has), and the name of each platform that it is bound to.
 */
export const signInMethodsOf = (
  { mobile, email, passwordHash }: AccountProfile,
  platforms: readonly PlatformBinding[],
): string[] => [
  ...(mobile ? ['mobile'] : []),
  ...(email ? ['email'] : []),
  ...(passwordHash ? ['password'] : []),
  ...platforms.map(({ platform }) => platform),
]

/**
 * True when an account would keep no proven address without this one: it has no other, or the other one will be
 * removed. The answer holds in a transaction that has locked the account and has read it since.
 */
export const isLastAddress = async (
  stores: Stores,
  { id, mobile, email }: AccountProfile,
  kind: 'mobile' | 'email',
): Promise<boolean> => {
  const [method, other] = kind === 'mobile' ? (['email', email] as const) : (['mobile', mobile] as const)
  if (other === null) return true
  const pending = await stores.pendingChanges.of(id)
  return pending.some((each) => each.method === method && each.value === other && each.successor === null)
}

/**
 * True when an account has no sign-in method but this one. The answer holds in a transaction that has locked the
 * account and has read it since.
 */
export const isLastSignInMethod = async (stores: Stores, account: AccountProfile, method: string): Promise<boolean> =>
  signInMethodsOf(account, await stores.platforms.of(account.id)).every((each) => each === method)
