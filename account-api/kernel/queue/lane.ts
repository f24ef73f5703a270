import { failureOf } from '#account-api/kernel/failures/failure'
import { NotAccepted } from '#account-api/kernel/outside/not-accepted'
import { seconds } from '#account-api/kernel/time'

/** The log of a lane. */
export interface LaneLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** One kind of due work. Several copies may run a lane: a claim gives a job to one of them, until the claim ends. */
export interface Lane<Job> {
  /** How many jobs of this process run at once. */
  atOnce: number
  lookEveryMs: number
  /** The lane looks at intervals only, so it begins at most `atOnce` jobs in each. Otherwise a free place is filled at once. */
  isPaced?: boolean | undefined
  /** How long running jobs may continue after a stop. Default: they are interrupted at once. */
  graceMs?: number
  /**
   * Claims jobs.
   * @param free at most this many; a paced lane looks even if it is 0
   * @param looking the running jobs, and a signal that is aborted when the lane has to end
   */
  claim(free: number, looking: { underWay: readonly Job[]; stopped: AbortSignal }): Promise<readonly Job[]>
  /** Does a job, and stores its result. The signal is aborted, with the reason `stopped`, when the job has to end. */
  work(job: Job, signal: AbortSignal): Promise<void>
  /** Logs a failed claim. */
  unread(failure: Failure): void
  /** Logs a job that threw. */
  failed(job: Job, failure: Failure): void
}

type Failure = ReturnType<typeof failureOf>

interface RunningLane {
  /** Looks at once. */
  look(): void
  /** Begins no further job, and waits until the running ones have ended. */
  stop(): Promise<void>
}

/** After failed claims, each look waits twice as long, up to this time. */
const mostLookMs = seconds(30)

/** The wait after a number of failures in a row. It doubles with each failure after the first. */
export const waitAfter = (failures: number, { firstMs, mostMs }: { firstMs: number; mostMs: number }): number =>
  Math.min(firstMs * 2 ** (failures - 1), mostMs)

/** Does the work of a lane until it is stopped. Each job runs independently: one that hangs or fails delays no other. */
export const startLane = <Job>(lane: Lane<Job>): RunningLane => {
  const { atOnce, lookEveryMs, isPaced = false, graceMs = 0 } = lane
  const underWay = new Map<Job, Promise<void>>()
  const [stopping, cuttingOff] = [new AbortController(), new AbortController()]
  let isAsked = false
  let wake = () => {}

  /** Waits for a time, or until {@link wake}. */
  const pause = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const begin = (job: Job) => {
    const ended = lane
      .work(job, cuttingOff.signal)
      .catch((error: unknown) => lane.failed(job, failureOf(error)))
      .finally(() => {
        underWay.delete(job)
        if (underWay.size === atOnce - 1 && !isPaced) wake()
      })
    underWay.set(job, ended)
  }

  const run = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      const free = atOnce - underWay.size
      isAsked = false
      let waitMs: number | undefined
      try {
        const claimed = await lane.claim(free, { underWay: [...underWay.keys()], stopped: stopping.signal })
        failures = 0
        claimed.forEach(begin)
        if (isAsked) continue
        // If no place is free, the next job that ends wakes the lane.
        if (underWay.size < atOnce || isPaced) waitMs = isPaced || claimed.length < free ? lookEveryMs : 0
      } catch (error) {
        failures += 1
        lane.unread(failureOf(error))
        waitMs = Math.max(waitAfter(failures + 1, { firstMs: lookEveryMs, mostMs: mostLookMs }), lookEveryMs)
      }
      if (!stopping.signal.aborted) await pause(waitMs)
    }
    await Promise.all(underWay.values())
  }

  const running = run()
  return {
    look: () => {
      isAsked = true
      wake()
    },
    stop: async () => {
      stopping.abort()
      wake()
      const late = setTimeout(() => cuttingOff.abort(new NotAccepted('stopped')), graceMs)
      await running
      clearTimeout(late)
    },
  }
}

/**
 * Runs a job at once and then at intervals, until it is stopped. Runs never overlap.
 * @param look `stopped` is aborted when the job has to end, so it starts no new work
 * @returns a function that stops the job and waits for the current run
 */
export const startLooking = (
  look: (stopped: AbortSignal) => Promise<void>,
  { everyMs, log }: { everyMs: number; log: LaneLog },
): (() => Promise<void>) => {
  const claim: Lane<never>['claim'] = async (_free, { stopped }) => {
    await look(stopped)
    return []
  }
  const unread = (failure: Failure) => log.error(failure, 'what is due could not be done')
  const none = { atOnce: 1, work: async () => {}, failed: () => {} }
  return startLane({ ...none, lookEveryMs: everyMs, isPaced: true, claim, unread }).stop
}
