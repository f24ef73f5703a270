import type { AccountProfile } from '../../accounts/account/account-record'
import { removeMethod } from '../../accounts/method-changes/change'
import { endAccess } from '../../accounts/sessions/end-access'
import type { Factor } from '../../accounts/sessions/factor'
import type { From } from '../../kernel/from'
import type { Rule } from '../service'

/**
 * Removes a lost number, ends every session and forgets every browser, because the phone may be in an intruder's hands.
 * The account has to be locked.
 */
export const removeLostMobile: Rule<
  { account: AccountProfile; value: string; provenBy?: Factor[]; from: From },
  void
> = async (setting, stores, { account, ...known }) => {
  await removeMethod(setting, stores, { account, method: 'mobile', ...known, isLost: true })
  await endAccess(setting, stores, { accountId: account.id, from: known.from, keepsMethods: true })
}
