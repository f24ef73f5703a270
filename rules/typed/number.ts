import {
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { unwrapped } from './parts/wrapping'
import { plainDigits, type Read, refused } from './text'

/**
 * A region of ISO 3166-1 with phone numbers. A region without them, such as UK instead of GB, would silently get no
 * codes.
 */
export { isSupportedCountry as hasNumbers, type NumberType } from 'libphonenumber-js/max'

/** The maximum length of a typed number: 15 digits (ITU-T E.164), and what people type between and around them. */
const maxLength = 100

/**
 * Characters that people and programs put between digits: spaces, dashes, brackets, dots, and commas before thousands.
 */
const separators = /[\s\p{Pd}−ー()[\]【】.·・•∙⋅_/]|(?<=\d),(?=\d{3}(?!\d))/gu

/**
 * Spellings of a country code. Until 2019, mobile numbers of Mexico had a 1 after it; address books still have them.
 */
const spellings: readonly (readonly [spelling: RegExp, usual: string, onlyIn?: string])[] = [
  [/^(\d+)\+$/, '+$1'],
  [/^\+00/, '00'],
  [/^\+521(?=\d{10}$)/, '+52'],
  [/^0(?:1|44|45)(?=\d{10}$)/, '', 'MX'],
  // The trunk prefix of Russia, which people put after the +.
  [/^\+8(?=9\d{9}$)/, '+7'],
]

const mobileTypes: readonly ReturnType<PhoneNumber['getType']>[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE', undefined]

/** Why a text is not a number. `country_missing`: it has no country code, and no region is known. */
export type NumberRefusal = 'missing' | 'characters' | 'invalid' | 'country_missing' | 'no_country' | 'not_mobile'

const bare = (typed: string): string => unwrapped(plainDigits(typed)).text.replace(separators, '')

interface TypedNumber {
  typed: string
  /** The region of a number without a country code (ISO 3166-1 alpha-2). Any other text counts as no region. */
  region: string | undefined
}

/**
 * Reads a number as people type it: in the national form of a region, or with +, 00 or the prefix of the region, and the
 * country code.
 */
export const readNumber = ({ typed, region }: TypedNumber): Read<PhoneNumber, NumberRefusal> => {
  if (typed.length > maxLength) return refused('invalid')
  const digits = spellings.reduce(
    (text, [spelling, usual, onlyIn = region]) => (onlyIn === region ? text.replace(spelling, usual) : text),
    bare(typed),
  )
  if (digits === '') return refused('missing')
  const strange = /[^\d+]|(?<!^)\+/u.exec(digits)
  if (strange) return refused('characters', strange[0])
  const country = region !== undefined && isSupportedCountry(region) ? region : undefined
  // In its region a number begins with the region's prefix, which may begin with 00; elsewhere 00 means +.
  const readings = [digits, digits.replace(/^00/, '+')].map((each) => parsePhoneNumberFromString(each, country))
  const number = readings.find((each) => each?.isValid())
  if (number) return { ok: true, value: number }
  if (!/^(\+|00)/.test(digits)) return refused(country === undefined ? 'country_missing' : 'invalid')
  return refused(digits.length > 4 && !readings[1] ? 'no_country' : 'invalid')
}

/** Reads a number that gets SMS. */
export const readMobile = (typed: TypedNumber): Read<string, NumberRefusal> => {
  const read = readNumber(typed)
  if (!read.ok) return read
  return mobileTypes.includes(read.value.getType()) ? { ok: true, value: read.value.number } : refused('not_mobile')
}

/**
 * The beginning of a number in E.164 form, with the country code of the region if it has none. Undefined: it is no
 * number.
 */
export const beginningOfNumber = ({ typed, region = '' }: TypedNumber): string | undefined => {
  const digits = bare(typed).replace(/^00/, '+')
  const code = isSupportedCountry(region) ? `+${getCountryCallingCode(region)}` : ''
  const number = digits.startsWith('+') ? digits : `${code}${digits.replace(/^0+/, '')}`
  return /^\+\d+$/.test(number) ? number : undefined
}

/** True for a text that may only be a number without a country code. */
export const isNational = (typed: string): boolean => /^(?!00)\d+$/.test(bare(typed))

/** A number in E.164 form as people read it: `+86 138 0000 0000`. */
export const shownNumber = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number

/** The country code of a number in E.164 form; empty without a country. */
export const callingCodeIn = (number: string): string => parsePhoneNumberFromString(number)?.countryCallingCode ?? ''

/** A mobile number as people of a region (ISO 3166-1 alpha-2) write it, in one line. Undefined for another text. */
export const exampleMobile = (region: string): string | undefined =>
  isSupportedCountry(region)
    ? getExampleNumber(region, examples)?.formatNational().replaceAll(' ', '\u00a0')
    : undefined
