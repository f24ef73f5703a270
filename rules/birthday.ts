const hourMs = 3_600_000

/** Nobody is known to have lived longer. */
const maxYears = 130

/**
 * Why a day cannot be the birthday of a living person; undefined when it can. The form shows the reason, the account API
 * decides.
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
