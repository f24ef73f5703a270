import { type FullLanguage, fullLanguageOf, isRightToLeft } from '#rules/languages'

/**
 * The regions to choose from next to a mobile number, with their calling codes (ITU-T E.164, annex). The list is short,
 * because every page with a mobile contains it. A number of any other region is typed with + and its country code.
 */
const callingCodes = {
  CN: 86,
  HK: 852,
  MO: 853,
  TW: 886,
  SG: 65,
  MY: 60,
  TH: 66,
  VN: 84,
  KH: 855,
  MM: 95,
  ID: 62,
  PH: 63,
  JP: 81,
  KR: 82,
  IN: 91,
  PK: 92,
  BD: 880,
  LK: 94,
  AE: 971,
  SA: 966,
  TR: 90,
  EG: 20,
  NG: 234,
  KE: 254,
  ZA: 27,
  AU: 61,
  NZ: 64,
  GB: 44,
  IE: 353,
  DE: 49,
  FR: 33,
  ES: 34,
  IT: 39,
  NL: 31,
  RU: 7,
  US: 1,
  CA: 1,
  BR: 55,
  MX: 52,
} as const

/** The choice for a region that the list does not have. */
export const otherRegion = 'other'

export const isListedRegion = (region: string): boolean => Object.hasOwn(callingCodes, region)

/** The region of a number in E.164 form, which may be masked; the first one of several with the same calling code. */
export const regionOfNumber = (number: string): string | undefined =>
  Object.entries(callingCodes)
    .sort(([, one], [, other]) => String(other).length - String(one).length)
    .find(([, code]) => number.startsWith(`+${code}`))?.[0]

/** The regions that come first, by the language of the page: those of most of its readers. */
const first: Record<FullLanguage, readonly string[]> & Partial<Record<string, readonly string[]>> = {
  'zh-Hans': ['CN', 'HK', 'MO', 'TW', 'SG'],
  en: ['US', 'GB', 'CN', 'IN', 'AU'],
  'zh-Hant': ['TW', 'HK', 'MO', 'CN', 'SG'],
  ar: ['SA', 'EG', 'AE'],
}

/**
 * Names that follow one convention in a language, because CLDR mixes several: "Hong Kong SAR China" next to "Taiwan".
 * Simplified Chinese has the names used in mainland China, and traditional Chinese those used in Taiwan.
 */
const ownNames: Record<string, Record<string, string>> = {
  'zh-Hans': { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' },
  en: { HK: 'Hong Kong', MO: 'Macao', TW: 'Taiwan' },
  'zh-Hant': { HK: '香港', MO: '澳門', TW: '台灣' },
}

interface NamedRegion {
  region: string
  /** With the calling code. */
  name: string
  plainName: string
}

/**
 * The regions with their names in a language, such as `+86 China`: the likely ones, and then the others in the order of
 * that language, in simplified Chinese by pinyin. The calling code comes first, because a small screen cuts the end
 * off. Naming and sorting them is slow, so it is done once.
 */
export const regionsIn = (language: string): NamedRegion[] => {
  const known = named.get(language)
  if (known) return known
  const byName = new Intl.Collator(language)
  const likely = first[language] ?? first[fullLanguageOf(language)]
  const place = (region: string): number => (likely.includes(region) ? likely.indexOf(region) : likely.length)
  const regions = Object.entries(callingCodes)
    .map(([region, code]) => ({ region, code, plainName: regionName(language, region) }))
    .sort((one, other) => place(one.region) - place(other.region) || byName.compare(one.plainName, other.plainName))
    .map(({ region, code, plainName }) => ({
      region,
      plainName,
      name: isRightToLeft(language) ? `\u2066+${code}\u2069 ${plainName}` : `+${code} ${plainName}`,
    }))
  named.set(language, regions)
  return regions
}

const named = new Map<string, NamedRegion[]>()

export const regionName = (language: string, region: string): string => {
  return ownNames[language]?.[region] ?? new Intl.DisplayNames([language], { type: 'region' }).of(region) ?? region
}
