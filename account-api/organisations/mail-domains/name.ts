import { domainToUnicode } from 'node:url'
import { longestDomain } from '#contract/organisations/mail-domains'
import { readMailDomain } from '#rules/typed/email'
import { publicProviders } from './public-providers'

/** The label below a domain for its text record (RFC 8552). */
const label = '_organisation'

/** The name of the text record that proves a domain. */
export const recordNameOf = (domain: string): string => `${label}.${domain}`

/** The required value of the text record. */
export const recordValueOf = (token: string): string => `organisation-proof=${token}`

/**
 * A typed domain, in ASCII and lower case.
 * @returns undefined for anything but a mail domain, such as an IP address or a URL
 */
export const mailDomainOf = (typed: string): string | undefined => {
  const domain = readMailDomain(typed)
  // Newer versions of Node do not reject Punycode that represents nothing.
  const isReadable = domain !== undefined && !domainToUnicode(domain).includes('xn--')
  return isReadable && domain.length <= longestDomain ? domain : undefined
}

/** True when anyone can get an address of this domain. */
export const isPublic = (domain: string): boolean => publicProviders.has(domain)
