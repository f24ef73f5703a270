/** The earliest and the latest day in filters. */
const [firstMs, lastMs] = [0, Date.UTC(9000, 0)]

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/**
 * When a day of the calendar begins in a time zone, in milliseconds: at midnight, or later if clocks skip midnight.
 * Days before 1970 count as 1 January 1970.
 * @param day as YYYY-MM-DD
 * @param after how many days later
 */
export const startOfDay = (day: string, timeZone: string, after = 0): number => {
  const midnight = Math.min(lastMs, Math.max(firstMs, Date.parse(`${day}T00:00:00Z`))) + after * dayMs
  // The offset may change between the first guess and the answer.
  const guess = midnight - offsetMs(timeZone, midnight)
  const start = midnight - offsetMs(timeZone, guess)
  return start + offsetMs(timeZone, start) < midnight ? start + hourMs : start
}

/** How far a time zone is ahead of UTC at a time. */
const offsetMs = (timeZone: string, atMs: number): number => {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en', { ...options, ...clock }).formatToParts(atMs)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const shown = `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`
  return Date.parse(shown) - Math.floor(atMs / 1000) * 1000
}
