import type { Passkey } from '../../accounts/account/passkey-store'
import type { Rule } from '../service'

interface Restoring {
  accountId: string
  /** The passkeys of before the first change of others. */
  was: readonly Passkey[]
  /** When that change was made. */
  since: number
}

/**
 * Gives an account back the passkeys of before a change, and removes those that were added since. One whose credential
 * another account has by now stays there. The account has to be locked.
 */
export const restorePasskeys: Rule<Restoring, void> = async (_setting, stores, { accountId, was, since }) => {
  const present = await stores.passkeys.of(accountId)
  const isIn = (passkeys: readonly Passkey[], { credentialId }: Passkey) =>
    passkeys.some((each) => each.credentialId === credentialId)
  for (const passkey of present)
    if (!isIn(was, passkey) && passkey.madeAt >= since) await stores.passkeys.remove({ accountId, id: passkey.id })
  for (const passkey of was) if (!isIn(present, passkey)) await stores.passkeys.insert(passkey)
}
