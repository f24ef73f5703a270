/** A day in words, as `2 January 2026` or its like, in UTC: the same for everybody, wherever the server stands. */
export const dayIn = (language: string, isoTime: string): string =>
  inWords(language, isoTime, days, { dateStyle: 'long' })

/** A moment in words, to the minute, as `2 January 2026 at 03:04 UTC` or its like. */
export const momentIn = (language: string, isoTime: string): string =>
  `${inWords(language, isoTime, moments, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' })} UTC`

const inWords = (
  language: string,
  isoTime: string,
  formats: Map<string, Intl.DateTimeFormat>,
  options: Intl.DateTimeFormatOptions,
): string => {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  formats.set(language, format)
  return format.format(new Date(isoTime))
}

// Making a format is slow, so it is done once a language.
const days = new Map<string, Intl.DateTimeFormat>()
const moments = new Map<string, Intl.DateTimeFormat>()
