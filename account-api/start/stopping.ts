import { failureOf } from '#account-api/kernel/failures/failure'

interface StopLog {
  error(fields: object, message: string): void
}

/** The parts of a process that end, each with its name in the log. */
type Parts = Record<string, () => Promise<unknown>>

/**
 * Stops the parts of a process: one stage after the other, the parts of a stage at once. A failure or a timeout is
 * logged, and delays nothing else.
 * @param mostMs how long all of it may take
 * @returns whether everything has ended
 */
export const endInTime = async (
  stages: readonly Parts[],
  { mostMs, log }: { mostMs: number; log: StopLog },
): Promise<boolean> => {
  const hanging = new Set(stages.flatMap((parts) => Object.keys(parts)))
  let isWhole = true
  const end = async ([name, part]: [string, Parts[string]]) => {
    try {
      await part()
    } catch (error) {
      isWhole = false
      log.error({ part: name, ...failureOf(error) }, 'a part failed while it stopped')
    }
    hanging.delete(name)
  }
  const ending = (async () => {
    for (const parts of stages) await Promise.all(Object.entries(parts).map(end))
  })()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs)
  })
  await Promise.race([ending, deadline])
  clearTimeout(timer)
  if (hanging.size > 0) log.error({ hanging: [...hanging] }, 'the stop took too long and was cut off')
  return isWhole && hanging.size === 0
}
