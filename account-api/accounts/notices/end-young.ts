import type { ActivityKind } from '../../../contract/terms/activity'
import type { From } from '../../kernel/from'
import type { Change } from '../../kernel/outbox/message'
import { record } from '../activity/activity'
import { noteChange } from '../changes/history'
import { youngMethodsOf } from '../changes/young'
import type { Rule } from '../service'
import { tellAddresses } from './notice'

interface Ending {
  accountId: string
  from: From
  /** Ends what was added before this time. */
  before?: number | undefined
}

/**
 * Ends the methods that a thief with one factor could have planted: those that an account got within 72 hours, and that two
 * factors have not confirmed. Every address is told of each. The account has to be locked.
 */
export const endYoungMethods: Rule<Ending, void> = async (setting, stores, { accountId, from, before }) => {
  const account = await stores.accounts.profile(accountId)
  if (!account) return
  const { passkeys, platforms, hasRecovery, hasAuthenticator } = await youngMethodsOf(setting, stores, {
    accountId,
    before,
  })
  const end = async (change: Change & ActivityKind, remove: () => Promise<unknown>, detail = '') => {
    await noteChange(setting, stores, { accountId, change })
    await remove()
    await record(setting, stores, { accountId, kind: change, from, detail })
    await tellAddresses(setting, stores, { account, change, detail })
  }
  for (const { id } of passkeys) await end('passkey_removed', () => stores.passkeys.remove({ accountId, id }))
  if (passkeys.length > 0) await stores.sessions.forgetPasskeys(accountId)
  for (const each of platforms) await end('platform_removed', () => stores.platforms.unbind(each), each.platform)
  if (hasRecovery) await end('recovery_email_removed', () => stores.recoveryEmails.remove(accountId))
  const counts = (account.authenticatorCountsFrom ?? 0) <= setting.now()
  if (hasAuthenticator && !counts) await end('authenticator_removed', () => stores.authenticators.remove(accountId))
}
