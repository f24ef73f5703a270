import { dayText, momentText } from '../../rules/moments'
import { timeZoneOfLanguage } from '../../rules/time-zones'

/**
 * A day in words, as `2 January 2026` or `2026年1月2日`.
 * @param timeZone IANA name; null where it is not known: the default of the language
 */
export const dayIn = (language: string, timeZone: string | null, isoTime: string): string =>
  dayText(language, timeZone ?? timeZoneOfLanguage(language), new Date(isoTime))

/** A moment in words with its time zone, as `2 January 2026 at 11:04 (Shanghai time)`. */
export const momentIn = (language: string, timeZone: string | null, isoTime: string): string =>
  momentText(language, timeZone ?? timeZoneOfLanguage(language), new Date(isoTime))
