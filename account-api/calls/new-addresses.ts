import type { NewAddressField } from '../../contract/terms/new-addresses'
import { type MailDomainRefused, mailDomainRefusal } from '../accounts/account/mail-domain'
import type { Service } from '../closing/service'

/** The refusal of the first address of an input that an account does not have yet, where the policy does not take it. */
export const refusedNewAddress = (
  { setting }: Service,
  fields: readonly NewAddressField[],
  input: Record<string, unknown>,
): MailDomainRefused | undefined => {
  for (const { name, kind } of fields) {
    const value = input[name]
    const refused = kind === 'email' && typeof value === 'string' ? mailDomainRefusal(setting, value) : undefined
    if (refused) return refused
  }
  return undefined
}
