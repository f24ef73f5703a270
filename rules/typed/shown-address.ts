import { domainToUnicode } from 'node:url'
import { shownNumber } from './number'
import { isOneWayOfWriting } from './parts/writing'

/** A domain as people write it, or in ASCII if letters of two scripts in it may look alike. */
export const shownDomain = (domain: string): string => {
  const written = domainToUnicode(domain)
  return written.split('.').every(isOneWayOfWriting) ? written : domain
}

/** An email as its owner types it, with the domain as people write it. Other text, such as a name, stays. */
export const shownEmail = (email: string): string => email.replace(/(?<=@)[^@]*$/, shownDomain)

/** An address as its owner reads it: a mobile with spaces, an email with its domain in its own script. */
export const shownAddress = (address: string): string =>
  /^\+\d+$/.test(address) ? shownNumber(address) : shownEmail(address)
