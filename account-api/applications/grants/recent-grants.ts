import { takenBackWithinMs } from '#account-api/accounts/changes/history'
import type { RecentGrants } from '#account-api/accounts/service'
import type { Transaction } from '#account-api/applications/service'

/**
 * Ends what applications have recently got of an account: after a new password, a sign-out everywhere and "this was not
 * me". Otherwise a thief with a stolen session could give an application access that outlives the session (decision
 * 0086).
 */
export const endRecentGrants = (
  stores: Transaction,
  { accountId, since = stores.deployment.now() - takenBackWithinMs, keptSessionId }: RecentGrants,
): Promise<void> => stores.authorisations.endRecent(accountId, { since, at: stores.deployment.now(), keptSessionId })
