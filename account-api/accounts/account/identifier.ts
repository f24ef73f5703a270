import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'
import { asMailbox } from '../../../contract/terms/mailbox'
import type { CodeChannel } from '../../kernel/outbox/message'

export type IdentifierKind = 'mobile' | 'email' | 'username'

export interface Identifier {
  kind: IdentifierKind
  value: string
}

/** An address that signs in to an account. */
export interface Address extends Identifier {
  kind: 'mobile' | 'email'
}

/** An address that messages about an account go to: one that signs in to it, or its recovery address. */
export interface ToldAddress {
  kind: Address['kind'] | 'recovery'
  value: string
}

/** A typed identifier, with its possible readings. */
export interface TypedIdentifier extends Identifier {
  /** A second reading of a number without a country code, used where no account has the first. */
  otherwise?: string
  /** The country code of the first reading of such a number, such as `+44`. */
  countryCode?: string
}

const inDigits = /^[\d\s().-]+$/

/**
 * Reads the identifier that was typed to sign in. A number without a country code is one of the visitor's region, and
 * otherwise one of the deployment's, as on pages that ask for a region.
 * @param regions ISO 3166-1 alpha-2
 */
export const readAccount = (
  typed: string,
  regions: { visitors: string | undefined; deployments: string },
): TypedIdentifier => {
  const usual = identify(typed, regions.deployments)
  const text = typed.normalize('NFKC').trim()
  if (!inDigits.test(text) || text.startsWith('00')) return usual
  const local = identify(typed, regions.visitors ?? regions.deployments)
  const read = local.kind === 'mobile' ? local : usual
  if (read.kind !== 'mobile') return read
  const isTwofold = usual.kind === 'mobile' && usual.value !== read.value
  const countryCode = `+${parsePhoneNumberFromString(read.value)?.countryCallingCode ?? ''}`
  return { ...read, countryCode, ...(isTwofold && { otherwise: usual.value }) }
}

/**
 * Reads the one field of a sign-in form: text with an @ is an email, a phone number with or without its country code is
 * a mobile, anything else is a username.
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

/** The region that a number belongs to by its numbering plan (ISO 3166-1 alpha-2, or the calling code). */
export const regionOfMobile = (e164: string): string | undefined => {
  const known = regions.get(e164)
  if (known !== undefined) return known
  const number = parsePhoneNumberFromString(e164)
  const region = number?.isValid() ? (number.country ?? number.countryCallingCode) : undefined
  if (region !== undefined) regions.set(e164, region)
  return region
}

/** The regions of the numbers that were asked for last. Every page of a person asks, for the time zone. */
const regions = new LRUCache<string, string>({ max: 1000 })

/** The form in which usernames are compared: NFKC, in lower case. */
export const normalizeUsername = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)))

/** The country calling code of a number; empty for one of no country. No code begins with another (ITU-T E.164). */
const callingCodeOf = (e164: string): string =>
  [1, 2, 3].map((digits) => e164.slice(1, 1 + digits)).find((code) => callingCodes.has(code)) ?? ''

/** Masks a number, as `+86 138****0000`: the country code, and the first and last digits. */
export const maskMobile = (e164: string): string => {
  const code = callingCodeOf(e164)
  const national = e164.slice(1 + code.length)
  const shown = national.length >= 9 ? 3 : 1
  const tail = national.length >= 9 ? 4 : 2
  return `+${code} ${national.slice(0, shown)}****${national.slice(-tail)}`
}

/** Masks an email, as `a***@example.com`: the first letter, and the domain. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}***${email.slice(at)}`
}

/** Masks a username, as `a***n`: its first and last character. */
export const maskUsername = (username: string): string => {
  const characters = [...username]
  return `${characters[0] ?? ''}***${characters.length > 3 ? characters.at(-1) : ''}`
}

/** Masks an address as its kind is masked. */
export const maskAddress = ({ kind, value }: Address): string =>
  kind === 'mobile' ? maskMobile(value) : maskEmail(value)

/** The kind of identifier for the addresses of each channel. */
export const kindOf = { sms: 'mobile', email: 'email' } as const satisfies Record<CodeChannel, IdentifierKind>

/** A username with its skeleton (see rules/names/skeleton). */
export interface UsernameRecord {
  value: string
  skeleton: string
}
