import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { asMailbox } from '../../../contract/mailbox'

export type IdentifierKind = 'mobile' | 'email' | 'username'

export interface Identifier {
  kind: IdentifierKind
  value: string
}

/**
 * Which identifier a person means by what they typed in the one field of a sign-in form: an address with an @, a phone
 * number with or without its country code, or else a username.
 */
export const identify = (typed: string, defaultRegion: string): Identifier => {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) return { kind: 'email', value: asMailbox(text) }
  const number = /^[+\d\s().-]+$/.test(text)
    ? parsePhoneNumberFromString(text.replace(/^00/, '+'), defaultRegion as CountryCode)
    : undefined
  if (number?.isValid()) return { kind: 'mobile', value: number.number }
  return { kind: 'username', value: normalizeUsername(text) }
}

/** The region that has given a number out, as far as its numbering plan tells (ISO 3166-1 alpha-2, or the calling code). */
export const regionOfMobile = (e164: string): string | undefined => {
  const number = parsePhoneNumberFromString(e164)
  return number?.isValid() ? (number.country ?? number.countryCallingCode) : undefined
}

/** Usernames are compared in lower-case NFKC. */
export const normalizeUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

/** `+86 138****0000`: the country code, then all but the first and last digits hidden. */
export const maskMobile = (e164: string): string => {
  const number = parsePhoneNumberFromString(e164)
  const national = String(number?.nationalNumber ?? e164.slice(1))
  const shown = national.length >= 9 ? 3 : 1
  const tail = national.length >= 9 ? 4 : 2
  return `+${number?.countryCallingCode ?? ''} ${national.slice(0, shown)}****${national.slice(-tail)}`
}

/** `a***@example.com`: the first letter and the domain. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}***${email.slice(at)}`
}
