import { domainToASCII, domainToUnicode } from 'node:url'
import { longestDomain } from '../../../contract/organisations/mail-domains'
import { publicProviders } from './public-providers'

/** The label below a domain for its text record (RFC 8552). */
const label = '_organisation'

/** The name of the text record that proves a domain. */
export const recordNameOf = (domain: string): string => `${label}.${domain}`

/** The required value of the text record. */
export const recordValueOf = (token: string): string => `organisation-proof=${token}`

/** Letters, digits and hyphens in any script, between full stops. Other characters of a URL are refused. */
const written = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

/** The same in ASCII (RFC 1034, section 3.5). The last label of an IP address is a number. */
const inAscii = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * A domain as typed, in ASCII and lower case.
 * @returns undefined for anything but a mail domain, such as an IP address or a URL
 */
export const mailDomainOf = (typed: string): string | undefined => {
  const plain = typed
    .trim()
    .toLowerCase()
    .replace(/[。．｡]/g, '.')
    .replace(/^@|\.$/g, '')
  if (!written.test(plain)) return undefined
  const domain = domainToASCII(plain)
  // Newer Node leaves Punycode that stands for nothing as it is.
  const isReadable = !domainToUnicode(domain).includes('xn--')
  return isReadable && domain.length <= longestDomain && inAscii.test(domain) ? domain : undefined
}

/** True when anybody can get an address of this domain. */
export const isPublic = (domain: string): boolean => publicProviders.has(domain)
