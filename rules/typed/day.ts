import { plainDigits, type Read, refused } from './text'

const hourMs = 3_600_000

/** A day of birth more than this many years ago is refused: nobody is known to have lived longer. */
const maxYears = 130

/** The parts of a day, in the order in which they are read. */
const parts = ['day', 'month', 'year'] as const
export type DayPart = (typeof parts)[number]

/** Why three texts are not a birthday. */
export type DayRefusal = 'incomplete' | 'year' | 'month' | 'not_real' | 'future' | 'too_long_ago'

/**
 * Reads a birthday as people type it: with the digits of any keyboard, leading zeros, the words 年, 月, 日, or signs of ordinals.
 * @returns the day as YYYY-MM-DD, empty if all parts are; or the reason of a refusal, with the part to correct
 */
export const readBirthday = (
  typed: Record<DayPart, string>,
  nowMs: number,
): { ok: true; value: string } | { ok: false; part: DayPart; reason: DayRefusal } => {
  const [day = '', month = '', year = ''] = parts.map((part) =>
    plainDigits(typed[part]).replace(/(?:[年月日.º]|st|nd|rd|th|er)$/i, ''),
  )
  const missing = parts[[day, month, year].indexOf('')]
  if (day + month + year === '') return { ok: true, value: '' }
  if (missing) return { ok: false, part: missing, reason: 'incomplete' }
  if (!/^\d{4}$/.test(year)) return { ok: false, part: 'year', reason: 'year' }
  if (!/^(0?[1-9]|1[0-2])$/.test(month)) return { ok: false, part: 'month', reason: 'month' }
  const read = readDay([year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'), nowMs)
  return read.ok ? read : { ok: false, part: read.reason === 'not_real' ? 'day' : 'year', reason: read.reason }
}

/** Reads the birthday of a living person in one text, as YYYY-MM-DD. */
export const readDay = (text: string, nowMs: number): Read<string, 'not_real' | 'future' | 'too_long_ago'> => {
  const value = plainDigits(text)
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || dayOf(ms) !== value) return refused('not_real')
  // The day may have begun elsewhere: the clocks of Kiribati are 14 hours ahead of UTC.
  if (value > dayOf(nowMs + 14 * hourMs)) return refused('future')
  // The day may not have ended in the west of America when it has in UTC.
  const west = dayOf(nowMs - 12 * hourMs)
  return value < `${Number(west.slice(0, 4)) - maxYears}${west.slice(4)}`
    ? refused('too_long_ago')
    : { ok: true, value }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
