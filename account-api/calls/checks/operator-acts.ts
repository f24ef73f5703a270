import { refuseDecision } from '#account-api/operator/clients/may-decide'
import { refuseOperatorAccount } from '#account-api/operator/people/operator-account'
import type { Check } from './check'

/** Checks that the operator may change, or see in full, the account of the call. */
export const operatorAccounts: Check = async ({ service, row, by, input }) =>
  (row.auth === 'operator' && by && (await refuseOperatorAccount(service, { row, by, input }))) || {}

/** Checks that the operator may decide about the client of the call. */
export const clients: Check = async ({ service, row, by, input }) =>
  (by && (await refuseDecision(service, { call: row.name, by, input }))) || {}
