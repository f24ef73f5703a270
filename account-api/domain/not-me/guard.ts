import type { AccountProfile } from '../account/account-store'
import type { Stores } from '../stores'
import { hours } from '../time'
import type { Guard } from './guard-store'

/** How long the sign-in methods of a secured account are guarded. */
export const guardedForMs = hours(48)

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
