import type { Deployment } from '#account-api/accounts/service'
import type { KindOfIdentifier } from '#contract/terms/fields'
import type { AccountProfile } from './account-record'

export interface IdentifierOff {
  ok: false
  code: 'identifier_off'
  field: KindOfIdentifier
  identifiers: KindOfIdentifier[]
}

/** True for a kind of identifier that the policy allows for sign-in. */
export const isOn = ({ policy }: Pick<Deployment, 'policy'>, kind: KindOfIdentifier): boolean =>
  policy.identifiers.includes(kind)

/** The refusal of an identifier that the policy does not allow. Undefined: it is allowed. */
export const identifierOff = (
  deployment: Pick<Deployment, 'policy'>,
  field: KindOfIdentifier,
): IdentifierOff | undefined =>
  isOn(deployment, field)
    ? undefined
    : { ok: false, code: 'identifier_off', field, identifiers: [...deployment.policy.identifiers] }

/**
 * True if the account has an identifier that the policy allows. A generated username does not count: its person may
 * never have seen it.
 */
export const hasOneOn = (
  deployment: Pick<Deployment, 'policy'>,
  { mobile, email, usernameIsChosen }: Pick<AccountProfile, 'mobile' | 'email' | 'usernameIsChosen'>,
): boolean => {
  const has = { mobile: mobile !== null, email: email !== null, username: usernameIsChosen }
  return deployment.policy.identifiers.some((kind) => has[kind])
}
