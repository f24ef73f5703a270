import { timeZoneOfLanguage } from '#rules/time-zones'
import type { AccountProfile } from './account-record'
import { regionOfMobile } from './identifier'

/** The regions of the sign-in form with a single time zone. A region with several gives no default. */
const timeZoneOfRegion: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  BD: 'Asia/Dhaka',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  EG: 'Africa/Cairo',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  HK: 'Asia/Hong_Kong',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  KE: 'Africa/Nairobi',
  KH: 'Asia/Phnom_Penh',
  KR: 'Asia/Seoul',
  LK: 'Asia/Colombo',
  MM: 'Asia/Yangon',
  MO: 'Asia/Macau',
  MY: 'Asia/Kuala_Lumpur',
  NG: 'Africa/Lagos',
  NL: 'Europe/Amsterdam',
  NZ: 'Pacific/Auckland',
  PH: 'Asia/Manila',
  PK: 'Asia/Karachi',
  SA: 'Asia/Riyadh',
  SG: 'Asia/Singapore',
  TH: 'Asia/Bangkok',
  TR: 'Europe/Istanbul',
  TW: 'Asia/Taipei',
  VN: 'Asia/Ho_Chi_Minh',
  ZA: 'Africa/Johannesburg',
}

/**
 * The time zone of an account, on pages and in messages: the chosen one, otherwise the default of its mobile's region,
 * otherwise the default of its language.
 * @returns an IANA name
 */
export const timeZoneOf = ({
  timeZone,
  mobile,
  language,
}: Pick<AccountProfile, 'timeZone' | 'mobile' | 'language'>): string => {
  if (timeZone !== null) return timeZone
  const region = mobile === null ? undefined : regionOfMobile(mobile)
  return timeZoneOfRegion[region ?? ''] ?? timeZoneOfLanguage(language)
}
