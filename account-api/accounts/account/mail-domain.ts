import type { Deployment } from '#account-api/accounts/service'
import { domainOfEmail } from '#rules/typed/email'
import { shownDomain } from '#rules/typed/shown-address'

export interface MailDomainRefused {
  ok: false
  code: 'mail_domain_refused'
  field: 'email'
  /** The allowed domains, if there are few enough to name. */
  domains: string[]
}

/** How many domains a refusal names at most. */
const mostNamed = 5

/** The refusal of a new email whose domain the policy does not allow. Undefined: it is allowed. */
export const mailDomainRefusal = (
  { policy }: Pick<Deployment, 'policy'>,
  email: string,
): MailDomainRefused | undefined => {
  const { allowed, refused } = policy.mail_domains
  const names = namesOf(domainOfEmail(email))
  const isAllowed = allowed === 'any' || allowed.some((each) => names.has(each))
  if (isAllowed && !refused.some((each) => names.has(each))) return undefined
  const domains = allowed === 'any' || allowed.length > mostNamed ? [] : allowed.map(shownDomain)
  return { ok: false, code: 'mail_domain_refused', field: 'email', domains }
}

/** The names under which a policy can list a domain: the domain itself, and `*.` with each domain above it. */
const namesOf = (domain: string): Set<string> => {
  const labels = domain.split('.')
  return new Set([domain, ...labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join('.')}`)])
}
