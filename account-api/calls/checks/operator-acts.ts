import { refuseDescribed } from '#account-api/operator/clients/described'
import { refuseFirstParty } from '#account-api/operator/clients/first-party'
import { refuseOperatorAccount } from '#account-api/operator/people/operator-account'
import type { Check } from './check'

/** Whether the operator may change the account that the call is about, or see it in full. */
export const operatorAccounts: Check = async ({ service, row, by, input }) =>
  (row.auth === 'operator' && by && (await refuseOperatorAccount(service, { row, by, input }))) || {}

/** Whether the operator may decide about the client that the call is about. */
export const clients: Check = async ({ service, row, by, input }) =>
  (by && (refuseDescribed(row, input) ?? (await refuseFirstParty(service, { call: row.name, by, input })))) || {}
