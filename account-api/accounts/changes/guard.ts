import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { ToldAddress } from '#account-api/accounts/account/identifier'
import type { Rule, Stores } from '#account-api/accounts/service'
import { hours } from '#account-api/kernel/time'
import type { Guard } from './guard-store'

/** How long the sign-in methods of a secured account are guarded. */
const guardedForMs = hours(48)

/**
 * The address whose proof is needed to remove or replace a sign-in method of an account. Undefined: the account is not
 * guarded, or no longer has the address.
 */
export const guardOf = async (
  stores: Stores,
  account: Pick<AccountProfile, 'id' | 'mobile' | 'email'>,
  at: number,
): Promise<Guard | undefined> => {
  const guard = await stores.guards.of(account.id, at)
  return guard && account[guard.kind] === guard.value ? guard : undefined
}

/**
 * Makes an address the guard of the account's sign-in methods, unless an older address guards them. The account has to
 * be locked.
 */
export const takeGuard: Rule<{ account: AccountProfile; address: ToldAddress; boundAt: number }, void> = async (
  stores,
  { account, address, boundAt },
) => {
  const { kind, value } = address
  const since = stores.deployment.now()
  // A recovery address does not sign in, so it proves nothing that a call could require.
  if (kind === 'recovery') return
  // Another account has the address by now, so nobody could prove it for this account.
  if (account[kind] !== value) return
  const standing = await guardOf(stores, account, since)
  if (standing && standing.boundAt < boundAt) return
  await stores.guards.put({ accountId: account.id, kind, value, boundAt, since, until: since + guardedForMs })
}
