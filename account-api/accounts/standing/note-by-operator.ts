import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { record } from '#account-api/accounts/activity/activity'
import { tell, toldOf } from '#account-api/accounts/notices/notice'
import type { Rule } from '#account-api/accounts/service'
import { nowhere } from '#account-api/kernel/from'

interface Done {
  account: AccountProfile
  kind:
    | 'account_frozen'
    | 'account_unfrozen'
    | 'sessions_ended'
    | 'account_restored'
    | 'limits_released'
    | 'operator_added'
    | 'operator_removed'
  /** For the person to read. */
  reason: string
}

/** Writes an operator's act into the activity of an account, and notifies its addresses. */
export const noteByOperator: Rule<Done, void> = async (stores, { account, kind, reason }) => {
  await record(stores, { accountId: account.id, kind, from: nowhere, detail: reason })
  // “This was not me” undoes no act of an operator.
  await tell(stores, { account, to: toldOf(stores.deployment, account), change: kind, detail: reason, link: 'none' })
}
