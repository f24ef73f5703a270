import { type NewAddressRefused, newAddressRefusal } from '#account-api/accounts/account/new-address'
import type { Service } from '#account-api/closing/service'
import type { NewAddressField } from '#contract/terms/new-addresses'

/** The refusal of the first new address in an input that the policy does not allow. */
export const refusedNewAddress = (
  { setting }: Service,
  fields: readonly NewAddressField[],
  input: Record<string, unknown>,
): NewAddressRefused | undefined => {
  for (const { name, kind } of fields) {
    const value = input[name]
    const refused = typeof value === 'string' ? newAddressRefusal(setting, { kind, value }) : undefined
    if (refused) return refused
  }
  return undefined
}
