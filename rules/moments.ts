import { fullLanguageOf } from './languages'
import { cityOf } from './time-zones'

/** A day in words, such as `2 January 2026` or `2026年1月2日`. */
export const dayText = (language: string, timeZone: string, at: Date): string =>
  formatOf(language, timeZone, { dateStyle: 'long' }).format(at)

/** A day in short form, for tables, such as `2 Jan 2026` or `2026年1月2日`. */
export const shortDayText = (language: string, timeZone: string, at: Date): string =>
  formatOf(language, timeZone, { day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** A moment in words, to the minute, such as `2 January 2026 at 11:04 (Shanghai time)` or `2026年1月2日 11:04（北京时间）`. */
export const momentText = (language: string, timeZone: string, at: Date): string => {
  const moment = clockText(language, timeZone, at)
  const zone = zoneText(language, timeZone, at)
  return fullLanguageOf(language) === 'en' ? `${moment} (${zone})` : `${moment}（${zone}）`
}

/** A moment in short form, for tables, such as `2 Jan 2026 at 11:04 (Shanghai time)`. */
export const shortMomentText = (language: string, timeZone: string, at: Date): string => {
  if (fullLanguageOf(language) !== 'en') return momentText(language, timeZone, at)
  const clock = formatOf(language, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
  return `${shortDayText(language, timeZone, at)} at ${clock} (${zoneText(language, timeZone, at)})`
}

/** A moment without its time zone, for lists that name it once. */
export const clockText = (language: string, timeZone: string, at: Date): string =>
  formatOf(language, timeZone, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(at)

/** The distance of a time zone from UTC at a moment, such as `UTC+8` or `UTC-3:30`. */
export const offsetText = (timeZone: string, at: Date): string => {
  const parts = formatOf('en', timeZone, { timeZoneName: 'shortOffset' }).formatToParts(at)
  const { value = '' } = parts.find(({ type }) => type === 'timeZoneName') ?? {}
  return value.replace(/^GMT/, 'UTC')
}

/**
 * The name of a time zone in words, such as `Shanghai time`, otherwise its distance from UTC. The word "time" keeps
 * readers from taking the city for the place of the event.
 */
export const zoneText = (language: string, timeZone: string, at: Date): string => {
  if (timeZone === 'UTC') return timeZone
  // Cities have names only in simplified characters, and one within a traditional text would look like a mistake.
  if (language === 'zh-Hant') return offsetText(timeZone, at)
  const city = cityOf(language, timeZone)
  if (city === undefined) return offsetText(timeZone, at)
  return zoneNames[language]?.(city) ?? `${city}时间`
}

const zoneNames: Partial<Record<string, (city: string) => string>> = {
  en: (city) => `${city} time`,
  ar: (city) => `توقيت ${city}`,
}

/**
 * Arabic uses the digits that its readers type. British English puts the day first. Both ways to write Chinese have the
 * same days and times.
 */
const locales: Partial<Record<string, string>> = { en: 'en-GB', ar: 'ar-u-nu-latn' }

/** Formats are slow to make, so they are cached. The cache is bounded, because people choose the time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 500

const formatOf = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = locales[language] ?? 'zh-Hans'
  const key = [locale, timeZone, ...Object.keys(options)].join()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}
