import { endYoungMethods } from '#account-api/accounts/method-changes/young'
import type { Endings } from '#account-api/accounts/service'
import { takeBackGiven } from '#account-api/applications/clients/take-back'
import { endRecentGrants } from '#account-api/applications/grants/recent-grants'
import { endOperator } from '#account-api/operator/desk/operators'
import { withdrawTransfersOf } from '#account-api/organisations/transfers/end'

/** What ends together with the sign-ins of an account. */
export const endings: Endings = {
  takeBackGiven,
  endRecentGrants,
  withdrawTransfers: withdrawTransfersOf,
  endYoungMethods,
  endOperator,
}
