import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Setting } from '../service'

/** Kinds of numbers that cost more than a mobile, or that nobody reads an SMS at. */
const refusedTypes = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Why no SMS goes to a number. Satellites and other networks that belong to no region (+870, +881, +883, …) are as dear
 * as premium numbers, and as attractive to people who earn from the traffic.
 */
export const smsRefusal = ({ smsRegions }: Setting, e164: string): 'invalid' | 'unsupported' | undefined => {
  const number = parsePhoneNumberFromString(e164)
  if (!number?.isValid()) return 'invalid'
  const region = number.country
  if (region === undefined || refusedTypes.has(number.getType())) return 'unsupported'
  return smsRegions?.has(region) === false ? 'unsupported' : undefined
}
