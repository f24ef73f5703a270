import { endYoungMethods } from '../accounts/method-changes/young'
import type { Endings } from '../accounts/service'
import { takeBackGiven } from '../applications/clients/take-back'
import { endRecentGrants } from '../applications/grants/recent-grants'
import { endOperator } from '../operator/desk/operators'
import { withdrawTransfersOf } from '../organisations/transfers/end'

/** The endings that go with the sign-ins of an account. */
export const endings: Endings = {
  takeBackGiven,
  endRecentGrants,
  withdrawTransfers: withdrawTransfersOf,
  endYoungMethods,
  endOperator,
}
