import { failureOf } from './failure'

/** The log of a job that runs at intervals. */
export interface DueLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Runs a job at once and then at intervals, until stopped. It never runs twice at the same time.
 * @returns a function that stops the job and waits for a run that has begun
 */
export const startLooking = (
  look: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: DueLog },
): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const lookOnce = () => {
    running ??= look()
      .catch((error: unknown) => log.error(failureOf(error), 'what is due could not be done'))
      .finally(() => {
        running = undefined
      })
  }
  lookOnce()
  const looking = setInterval(lookOnce, everyMs)
  return async () => {
    clearInterval(looking)
    await running
  }
}
