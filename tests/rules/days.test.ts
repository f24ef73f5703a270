import { expect, it } from 'vitest'
import { startOfDay } from '#rules/days'

const iso = (day: string, timeZone: string, after?: number) => new Date(startOfDay(day, timeZone, after)).toISOString()

it.each([
  ['2026-01-02', 'UTC', '2026-01-02T00:00:00.000Z'],
  ['2026-01-02', 'Asia/Shanghai', '2026-01-01T16:00:00.000Z'],
  ['2026-01-02', 'Asia/Kathmandu', '2026-01-01T18:15:00.000Z'],
  ['2026-01-02', 'America/Los_Angeles', '2026-01-02T08:00:00.000Z'],
  // The night in which clocks change, and the days around it.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // Clocks go from 24:00 to 01:00.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
])('happy: the day %s in %s begins at %s', (day, timeZone, start) => expect(iso(day, timeZone)).toBe(start))

it('happy: days can be added, also across the end of a year', () => {
  expect(iso('2025-12-31', 'Asia/Shanghai', 1)).toBe('2025-12-31T16:00:00.000Z')
})

it('error: the first and the last year have days too', () => {
  expect(Number.isNaN(startOfDay('0000-01-01', 'Asia/Shanghai'))).toBe(false)
  expect(Number.isNaN(startOfDay('9999-12-31', 'America/Los_Angeles', 1))).toBe(false)
})
