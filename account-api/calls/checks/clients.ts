import { refuseFirstParty } from '#account-api/operator/clients/first-party'
import type { Check } from './check'

/** Whether the operator may decide about the client that the call is about. */
export const clients: Check = async ({ service, row, by, input }) =>
  (by && (await refuseFirstParty(service, { call: row.name, by, input }))) || {}
