import { clockText, dayText, momentText, shortDayText, shortMomentText, zoneText } from '#rules/moments'
import { timeZoneOfLanguage } from '#rules/time-zones'

/**
 * Keeps a day on one line, and the words of the time zone. A day with its clock time may be wider than the smallest
 * screen. A message has plain spaces, because any other character halves what fits into an SMS.
 */
const together = (text: string): string => text.replace(/(?<!日) (?!\(|at )/g, '\u00A0')

/** The words of a time. Empty for a time that the account API does not return. */
const words = (
  write: (language: string, timeZone: string, at: Date) => string,
  language: string,
  timeZone: string | null,
  isoTime: string,
): string =>
  isoTime === '' ? '' : together(write(language, timeZone ?? timeZoneOfLanguage(language), new Date(isoTime)))

/**
 * A day in words, such as `2 January 2026` or `2026年1月2日`.
 * @param timeZone IANA name; null for the default of the language
 */
export const dayIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(dayText, language, timeZone, isoTime)

/** A day in short form, for tables, such as `2 Jan 2026` or `2026年1月2日`. */
export const shortDayIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(shortDayText, language, timeZone, isoTime)

/** A moment in words with its time zone, such as `2 January 2026 at 11:04 (Shanghai time)`. */
export const momentIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(momentText, language, timeZone, isoTime)

/** A moment in short form, for tables, such as `2 Jan 2026 at 11:04 (Shanghai time)`. */
export const shortMomentIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(shortMomentText, language, timeZone, isoTime)

/** A moment in words without its time zone, for a list that names it once ({@link zoneIn}). */
export const clockIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(clockText, language, timeZone, isoTime)

/** The time zone of the times in a list, in words, as it is at a moment of the list. */
export const zoneIn = (language: string, timeZone: string | null, isoTime: string): string =>
  words(zoneText, language, timeZone, isoTime)
