/** A day in words, as `2 January 2026` or its like, in UTC: the same for everybody, wherever the server stands. */
export const dayIn = (language: string, isoTime: string): string => {
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(language, format)
  return format.format(new Date(isoTime))
}

/** Making a format is slow, so it is done once a language. */
const formats = new Map<string, Intl.DateTimeFormat>()
