import type { Authenticator } from '#account-api/accounts/methods/authenticator-store'
import type { Rule } from '#account-api/verification/service'
import { openSecret } from './secret'
import { stepAt } from './totp'

interface Restoring {
  accountId: string
  /** The authenticator from before the first change by others. Null: there was none. */
  was: Authenticator | null
  /** The time from which recovery codes were made by others. */
  since: number
}

/**
 * Gives an account back the authenticator from before a change, and ends the recovery codes made since. If its key is
 * no longer in the ring, the authenticator is not restored, because nobody could prove it. The account has to be
 * locked.
 */
export const restoreAuthenticator: Rule<Restoring, void> = async (stores, { accountId, was, since }) => {
  const account = await stores.accounts.profile(accountId)
  if (account?.authenticatorSince !== (was?.since ?? null)) {
    const isKnown = was !== null && openSecret(stores.deployment, accountId, was) !== undefined
    if (account?.authenticatorSince !== null) await stores.authenticators.remove(accountId)
    // Codes that others may have seen do not count: those of the steps around now, and all earlier ones.
    const lastStep = stepAt(stores.deployment.now()) + 1
    if (was && isKnown) await stores.authenticators.put({ accountId, ...was, lastStep })
    if (was && !isKnown)
      stores.deployment.warn(
        { account: accountId },
        'the authenticator from before a change was not restored: its key is no longer in the ring',
      )
    return
  }
  await stores.authenticators.endRecoveryCodesSince(accountId, since)
  if (was && account?.asksAuthenticator !== was.asks) await stores.authenticators.setAsking(accountId, was.asks)
}
