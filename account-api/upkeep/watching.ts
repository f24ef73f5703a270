import { failureOf } from '#account-api/kernel/failures/failure'
import { type LaneLog, startLooking } from '#account-api/kernel/queue/lane'
import { hours, minutes } from '#account-api/kernel/time'
import type { Overdue, Swept, UpkeepStore, Waiting } from './upkeep-store'

const rule = { sweepEveryMs: minutes(1), lookEveryMs: minutes(1) }

/** After this time, overdue work is reported to the operator. */
const lateMs = { erasures: hours(1), pendingChanges: hours(1), messages: minutes(10), sweep: hours(1) }

/** The receiver of the jobs' metrics. */
export interface UpkeepMetrics {
  swept(swept: Swept): void
  overdue(overdue: Overdue): void
}

interface Upkeep {
  storage: UpkeepStore
  now: () => number
  log: LaneLog
  metrics: UpkeepMetrics
}

/**
 * Deletes expired rows until it is stopped.
 * @returns a function that stops it and waits for the current batch
 */
export const startSweeping = ({ storage, now, log, metrics }: Upkeep): (() => Promise<void>) => {
  const look = async (stopped: AbortSignal) => {
    const swept = await storage.sweep(now(), { stopped })
    if (!swept) return
    metrics.swept(swept)
    for (const { table, error } of swept.failed)
      log.error({ table, ...failureOf(error) }, 'expired rows of a table could not be deleted, will retry')
  }
  return startLooking(look, { everyMs: rule.sweepEveryMs, log })
}

/**
 * Checks for overdue work, for the metrics and the log, until it is stopped.
 * @returns a function that stops it and waits for a running check
 */
export const startWatching = ({ storage, now, log, metrics }: Upkeep): (() => Promise<void>) => {
  const look = async () => {
    const overdue = await storage.overdue(now())
    metrics.overdue(overdue)
    const waiting = (afterMs: number, { count, oldestMs }: Waiting, message: string) => {
      if (oldestMs > afterMs) log.error({ count, oldestMinutes: Math.round(oldestMs / minutes(1)) }, message)
    }
    waiting(lateMs.erasures, overdue.erasures, 'cancelled accounts are not erased, although they are due')
    waiting(lateMs.erasures, overdue.organisations, 'closed organisations are not erased, although they are due')
    waiting(lateMs.pendingChanges, overdue.pendingChanges, 'pending changes are not made, although they are due')
    waiting(lateMs.messages, overdue.messages.sms, 'SMS are not delivered')
    waiting(lateMs.messages, overdue.messages.email, 'emails are not delivered')
    waiting(lateMs.messages, overdue.messages.workplace, 'workplace messages are not delivered')
    const tables = [...overdue.expiredMs].filter(([, ms]) => ms > lateMs.sweep).map(([table]) => table)
    if (tables.length > 0) log.error({ tables }, 'expired rows of these tables are not deleted')
  }
  return startLooking(look, { everyMs: rule.lookEveryMs, log })
}
