import { isSupportedCountry, parsePhoneNumberFromString, parsePhoneNumberWithError } from 'libphonenumber-js/max'
import { plainForm, type Reading } from './typed-text'

/** The maximum length of a typed number: 15 digits (ITU-T E.164) and the characters that people put between them. */
const maxLength = 40
const separators = /[\s\p{Pd}()[\].·/]/gu
const mobileTypes = ['MOBILE', 'FIXED_LINE_OR_MOBILE', undefined]

/**
 * Reads a mobile number as people type it: in the national form of the chosen region, or with + or 00 and the country
 * code; with spaces, dashes, brackets and full-width digits.
 * @param input the number and the region (ISO 3166-1 alpha-2; any other text means none) as they were posted
 * @returns the number in E.164 form, or the message key of its error
 */
export const readMobile = ({ typed, region }: { typed: unknown; region: unknown }): Reading => {
  if (typed === undefined || typed === '') return { refused: 'field.mobile.missing' }
  if (typeof typed !== 'string' || (region !== undefined && typeof region !== 'string'))
    return { refused: 'field.not_text' }
  const digits = plainForm(typed).replace(separators, '').replace(/^00/, '+')
  if (digits === '') return { refused: 'field.mobile.missing' }
  if (typed.length > maxLength || !/^\+?\d+$/.test(digits)) return { refused: 'field.mobile.invalid' }
  if (digits.startsWith('+')) return checked(() => parsePhoneNumberWithError(digits))
  if (region === undefined || !isSupportedCountry(region)) return { refused: 'field.mobile.country_missing' }
  return checked(() => parsePhoneNumberWithError(digits, region))
}

const checked = (parse: () => ReturnType<typeof parsePhoneNumberWithError>): Reading => {
  try {
    const number = parse()
    if (!number.isValid()) return { refused: 'field.mobile.invalid' }
    return mobileTypes.includes(number.getType()) ? { value: number.number } : { refused: 'field.mobile.not_mobile' }
  } catch (error) {
    const noCountry = error instanceof Error && error.message === 'INVALID_COUNTRY'
    return { refused: noCountry ? 'field.mobile.no_country' : 'field.mobile.invalid' }
  }
}

/** A number in E.164 form as people read it: `+86 138 0000 0000`. */
export const spacedMobile = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number
