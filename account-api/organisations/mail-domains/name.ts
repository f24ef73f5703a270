import { domainToASCII } from 'node:url'
import { longestDomain } from '../../../contract/organisations/mail-domains'
import { publicProviders } from './public-providers'

/** The label below a domain where its text record is (RFC 8552). */
const label = '_organisation'

/** The name of the text record that proves a domain. */
export const recordNameOf = (domain: string): string => `${label}.${domain}`

/** What the text record has to say. */
export const recordValueOf = (token: string): string => `organisation-proof=${token}`

/** Letters, digits and hyphens in any script, between full stops. Whatever a URL may also have is refused. */
const written = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

/** The same in ASCII (RFC 1034, section 3.5). The last label of an IP address is a number. */
const inAscii = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * A domain as typed, in ASCII and lower case.
 * @returns undefined for what is no domain of mail, such as an IP address or a URL
 */
export const mailDomainOf = (typed: string): string | undefined => {
  const plain = typed
    .trim()
    .toLowerCase()
    .replace(/[。．｡]/g, '.')
    .replace(/^@|\.$/g, '')
  if (!written.test(plain)) return undefined
  const domain = domainToASCII(plain)
  return domain.length <= longestDomain && inAscii.test(domain) ? domain : undefined
}

/** Whether anybody gets an address of this domain. */
export const isPublic = (domain: string): boolean => publicProviders.has(domain)

/** The domain of an email address, which is in ASCII and lower case. A part of it is another domain. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
