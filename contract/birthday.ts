const hourMs = 3_600_000

/** Nobody is known to have become older. */
const longestYears = 130

/**
 * Why a day, as YYYY-MM-DD and real, cannot be the birthday of a living person; undefined when it can. Told by the form,
 * judged by the API.
 */
export const birthdayRefusal = (day: string, nowMs: number): 'future' | 'too_long_ago' | undefined => {
  // A day begins somewhere before it begins in UTC: the clocks of Kiribati are 14 hours ahead.
  if (day > dayOf(nowMs + 14 * hourMs)) return 'future'
  // And it ends in the west of America after it has ended in UTC.
  const longAgo = new Date(nowMs - 12 * hourMs)
  longAgo.setUTCFullYear(longAgo.getUTCFullYear() - longestYears)
  return day < dayOf(longAgo.getTime()) ? 'too_long_ago' : undefined
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
