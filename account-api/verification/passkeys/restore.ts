import { hasPasskey, type Passkey } from '#account-api/accounts/methods/passkey-store'
import type { Rule } from '#account-api/verification/service'

interface Restoring {
  accountId: string
  was: readonly Passkey[]
}

/**
 * Gives an account back the passkeys from before a change, and removes all others, whenever they were added. If another
 * account has one of the credentials by now, that account keeps it. The account has to be locked.
 */
export const restorePasskeys: Rule<Restoring, void> = async (stores, { accountId, was }) => {
  const present = await stores.passkeys.of(accountId)
  for (const passkey of present)
    if (!hasPasskey(was, passkey)) await stores.passkeys.remove({ accountId, id: passkey.id })
  for (const passkey of was) if (!hasPasskey(present, passkey)) await stores.passkeys.insert(passkey)
}
