import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { Service } from '#account-api/kernel/service'
import { hours, minutes } from '#account-api/kernel/time'

/** The log of a job that runs at intervals. */
export interface DueLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Runs a job at once and then at intervals, until it is stopped. Runs never overlap.
 * @param look `stopped` is aborted when the job has to end, so it starts no new work
 * @returns a function that stops the job and waits for the current run
 */
export const startLooking = (
  look: (stopped: AbortSignal) => Promise<void>,
  { everyMs, log }: { everyMs: number; log: DueLog },
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const lookOnce = () => {
    running ??= look(stopping.signal)
      .catch((error: unknown) => log.error(failureOf(error), 'what is due could not be done'))
      .finally(() => {
        running = undefined
      })
  }
  lookOnce()
  const looking = setInterval(lookOnce, everyMs)
  return async () => {
    clearInterval(looking)
    stopping.abort()
    await running
  }
}

/** How long a copy holds the rows that it claims. After that they are due again, because the copy may have died. */
export const claimMs = minutes(1)

/** The delay after the first failure of a row. It doubles with each further one. */
const retryRule = { firstMs: minutes(1), mostMs: hours(6) }

interface Claimed {
  attempts: number
}

export interface Queue<Row extends Claimed> {
  /** The maximum number of rows of one claim. */
  atOnce: number
  /** Claims rows, the longest wait first, and counts the attempt. */
  claim(at: number, until: number, limit: number): Promise<Row[]>
  /** Does the work of a row. False when nothing was left to do. */
  work(row: Row): Promise<boolean>
  /** Makes a row due at a later time. */
  postpone(row: Row, until: number): Promise<void>
  /** The ids of a row for the log. */
  named(row: Row): object
  /** The message of the log line for a failed row. */
  failed: string
}

/**
 * Works on all due rows, each independently: a failed row is logged and set aside for a growing time, and delays no
 * other.
 * @returns how many were done
 */
export const workOff = async <Row extends Claimed>(
  { setting }: Service,
  queue: Queue<Row>,
  stopped?: AbortSignal,
): Promise<number> => {
  let done = 0
  for (;;) {
    const at = setting.now()
    const rows = await queue.claim(at, at + claimMs, queue.atOnce)
    for (const row of rows) {
      // SQLite answers at once, so without this pause the rows would block all other work until they are done.
      await turnOfOthers()
      if (stopped?.aborted) return done
      try {
        if (await queue.work(row)) done += 1
      } catch (error) {
        const { attempts } = row
        const until = setting.now() + Math.min(retryRule.firstMs * 2 ** (attempts - 1), retryRule.mostMs)
        const again = new Date(until).toISOString()
        setting.warn({ ...queue.named(row), attempts, again, ...failureOf(error) }, queue.failed)
        await queue.postpone(row, until)
      }
    }
    if (rows.length < queue.atOnce) return done
  }
}
