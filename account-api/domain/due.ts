import { failureOf } from './failure'

/** Where what becomes due tells what came of it. */
export interface DueLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Looks for what has become due, at once and then every so often, until stopped; never twice at a time.
 * @returns a function that stops it and waits for what is under way
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
