import { refuseOperatorAccount } from '#account-api/operator/people/operator-account'
import type { Check } from './check'

/** Whether the operator may change the account that the call is about, or see it in full. */
export const operatorAccounts: Check = async ({ service, row, by, input }) =>
  (row.auth === 'operator' && by && (await refuseOperatorAccount(service, { row, by, input }))) || {}
