import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { Service } from '#account-api/kernel/service'
import { hours, minutes } from '#account-api/kernel/time'
import { inBatches } from './batches'
import { waitAfter } from './lane'

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
  { deployment }: Service,
  queue: Queue<Row>,
  stopped?: AbortSignal,
): Promise<number> => {
  let done = 0
  const workOn = async (row: Row) => {
    // SQLite answers at once, so without this pause the rows would block all other work until they are done.
    await turnOfOthers()
    if (stopped?.aborted) return
    try {
      if (await queue.work(row)) done += 1
    } catch (error) {
      const { attempts } = row
      const until = deployment.now() + waitAfter(attempts, retryRule)
      const again = new Date(until).toISOString()
      deployment.warn({ ...queue.named(row), attempts, again, ...failureOf(error) }, queue.failed)
      await queue.postpone(row, until)
    }
  }
  const work = async (limit: number) => {
    const at = deployment.now()
    const rows = await queue.claim(at, at + claimMs, limit)
    for (const row of rows) await workOn(row)
    return rows.length
  }
  await inBatches(work, { rows: queue.atOnce, stopped })
  return done
}
