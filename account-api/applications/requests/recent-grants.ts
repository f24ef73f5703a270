import { takenBackWithinMs } from '../../accounts/changes/history'
import type { Setting } from '../../kernel/setting'
import type { Transaction } from '../../kernel/stores'

/** Whose, since when, and which session keeps what it has given. */
interface Recent {
  accountId: string
  /** The beginning of the window; by default that of the links that take something back. */
  since?: number
  keptSessionId?: string | undefined
}

/**
 * Ends what applications have got of an account lately: with a new password, a sign-out everywhere and "this was not me".
 * Otherwise a stolen session gives a thief's application access that outlives it (decision 0086).
 */
export const endRecentGrants = (
  setting: Setting,
  stores: Transaction,
  { accountId, since = setting.now() - takenBackWithinMs, keptSessionId }: Recent,
): Promise<void> => stores.authorisations.endRecent(accountId, { since, at: setting.now(), keptSessionId })
