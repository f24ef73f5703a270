import type { Deployment } from '#account-api/accounts/service'
import type { Address } from './identifier'
import { type IdentifierOff, identifierOff } from './identifiers-on'
import { type MailDomainRefused, mailDomainRefusal } from './mail-domain'

export type NewAddressRefused = IdentifierOff | MailDomainRefused

/** The refusal of a new address of an account, by the policy. Undefined: it is allowed. */
export const newAddressRefusal = (
  deployment: Pick<Deployment, 'policy'>,
  { kind, value }: Address,
): NewAddressRefused | undefined =>
  identifierOff(deployment, kind) ?? (kind === 'email' ? mailDomainRefusal(deployment, value) : undefined)
