import type { Setting } from '#account-api/accounts/service'
import type { Address } from './identifier'
import { type IdentifierOff, identifierOff } from './identifiers-on'
import { type MailDomainRefused, mailDomainRefusal } from './mail-domain'

export type NewAddressRefused = IdentifierOff | MailDomainRefused

/** The refusal of an address that an account does not have yet, by the policy. Undefined: it may have it. */
export const newAddressRefusal = (
  setting: Pick<Setting, 'policy'>,
  { kind, value }: Address,
): NewAddressRefused | undefined =>
  identifierOff(setting, kind) ?? (kind === 'email' ? mailDomainRefusal(setting, value) : undefined)
