import { plainDigits, type Read, refused } from './text'

const hourMs = 3_600_000

/** Nobody is known to have lived longer. */
const maxYears = 130

/** The parts of a day, in the order in which they are read. */
export type DayPart = 'day' | 'month' | 'year'

/** Why three texts are no birthday. */
export type DayRefusal = 'incomplete' | 'year' | 'month' | 'not_real' | 'future' | 'too_long_ago'

/** A refused day, with the part to correct. */
type NoDay = { ok: false; part: DayPart; reason: DayRefusal }

/**
 * Reads a birthday as people type it: with the digits of any keyboard, leading zeros or the words 年, 月, 日.
 * @returns the day as YYYY-MM-DD, or empty where all parts are
 */
export const readBirthday = (typed: Record<DayPart, string>, nowMs: number): { ok: true; value: string } | NoDay => {
  const [day, month, year] = (['day', 'month', 'year'] as const).map((part) =>
    plainDigits(typed[part]).replace(/[年月日]$/, ''),
  ) as [string, string, string]
  const wrong = (part: DayPart, reason: DayRefusal): NoDay => ({ ok: false, part, reason })
  if (day + month + year === '') return { ok: true, value: '' }
  if (day === '') return wrong('day', 'incomplete')
  if (month === '') return wrong('month', 'incomplete')
  if (year === '') return wrong('year', 'incomplete')
  if (!/^\d{4}$/.test(year)) return wrong('year', 'year')
  if (!/^\d{1,2}$/.test(month) || Number(month) < 1 || Number(month) > 12) return wrong('month', 'month')
  const read = readDay([year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'), nowMs)
  return read.ok ? read : wrong(read.reason === 'not_real' ? 'day' : 'year', read.reason)
}

/** Reads a birthday in one text, as YYYY-MM-DD. */
export const readDay = (text: string, nowMs: number): Read<string, 'not_real' | 'future' | 'too_long_ago'> => {
  const value = plainDigits(text)
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || dayOf(ms) !== value) return refused('not_real')
  const reason = birthdayRefusal(value, nowMs)
  return reason ? refused(reason) : { ok: true, value }
}

/**
 * Why a day cannot be the birthday of a living person; undefined when it can.
 * @param day a real day, as YYYY-MM-DD
 */
export const birthdayRefusal = (day: string, nowMs: number): 'future' | 'too_long_ago' | undefined => {
  // Somewhere a day begins before it begins in UTC: the clocks of Kiribati are 14 hours ahead.
  if (day > dayOf(nowMs + 14 * hourMs)) return 'future'
  // In the west of America a day ends after it has ended in UTC.
  const earliest = new Date(nowMs - 12 * hourMs)
  earliest.setUTCFullYear(earliest.getUTCFullYear() - maxYears)
  return day < dayOf(earliest.getTime()) ? 'too_long_ago' : undefined
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
