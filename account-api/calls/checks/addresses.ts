import { newAddressRefusal } from '#account-api/accounts/account/new-address'
import { refuseAs } from '#account-api/verification/outcomes'
import type { Check } from './check'

/** Checks that the policy allows the new addresses in an input. */
export const addresses: Check = ({ service, row, input }) => {
  for (const { name, kind } of row.newAddresses) {
    const value = input[name]
    const refused = typeof value === 'string' ? newAddressRefusal(service.deployment, { kind, value }) : undefined
    if (refused) return refuseAs(refused)
  }
  return {}
}
