import { LRUCache } from 'lru-cache'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { callingCodeIn, readNumber } from '#rules/typed/number'
import { shownEmail } from '#rules/typed/shown-address'

export type IdentifierKind = 'mobile' | 'email' | 'username'

export interface Identifier {
  kind: IdentifierKind
  value: string
}

export interface Address extends Identifier {
  kind: 'mobile' | 'email'
}

/** An address that gets messages about an account: one that signs in to it, or its recovery address. */
export interface ToldAddress {
  kind: Address['kind'] | 'recovery'
  value: string
}

/** The region of a number by its numbering plan (ISO 3166-1 alpha-2, or the calling code). */
export const regionOfMobile = (e164: string): string | undefined => {
  const known = regions.get(e164)
  if (known !== undefined) return known
  const read = readNumber({ typed: e164, region: undefined })
  const region = read.ok ? (read.value.country ?? read.value.countryCallingCode) : undefined
  if (region !== undefined) regions.set(e164, region)
  return region
}

/** The regions of recently looked-up numbers. Every page looks one up, for the time zone. */
const regions = new LRUCache<string, string>({ max: 1000 })

/** Masks a number like `+86 138****0000`: keeps the country code and the first and last digits. */
export const maskMobile = (e164: string): string => {
  const code = callingCodeIn(e164)
  const national = e164.slice(1 + code.length)
  const shown = national.length >= 9 ? 3 : 1
  const tail = national.length >= 9 ? 4 : 2
  return `+${code} ${national.slice(0, shown)}****${national.slice(-tail)}`
}

/** Masks an email like `a***@example.com`: keeps the first letter, the tag after a + and the domain. */
export const maskEmail = (bound: string): string => {
  const email = shownEmail(bound)
  const at = email.lastIndexOf('@')
  const tag = /(?<=.)\+.*$/u.exec(email.slice(0, at))?.[0] ?? ''
  return `${[...email][0] ?? ''}***${tag}${email.slice(at)}`
}

/** Masks a username like `a***n`: keeps its first and last character. */
export const maskUsername = (username: string): string => {
  const characters = [...username]
  return `${characters[0] ?? ''}***${characters.length > 3 ? characters.at(-1) : ''}`
}

/**
 * Masks an address.
 * @param other another email on the same page: if both masks are alike, the last letter before the @ distinguishes them
 */
export const maskAddress = ({ kind, value }: Address, other?: string | null): string => {
  if (kind === 'mobile') return maskMobile(value)
  const masked = maskEmail(value)
  if (!other || other === value || maskEmail(other) !== masked) return masked
  return masked.replace('***', `***${/.(?=(?:\+.*)?@)/u.exec(value.slice(1))?.[0] ?? ''}`)
}

/** The addresses of an account, masked. */
export const maskedAddresses = ({ mobile, email }: Record<'mobile' | 'email', string | null>) => ({
  mobile: mobile && maskMobile(mobile),
  email: email && maskEmail(email),
})

/** The kind of address that each channel sends to. */
export const kindOf = { sms: 'mobile', email: 'email' } as const satisfies Record<CodeChannel, IdentifierKind>
