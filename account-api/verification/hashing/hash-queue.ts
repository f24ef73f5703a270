import { availableParallelism } from 'node:os'

/** The work was not started: the queue was full, its turn came too late, or its caller has disconnected. */
export class NoTurn extends Error {
  constructor(readonly reason: 'full' | 'late' | 'left') {
    super(`no turn: ${reason}`)
  }
}

interface QueueRule {
  atOnce: number
  /** The length of the queue without the running work. */
  mostWaiting: number
  /** The longest expected wait at which work is accepted, estimated from recent work. */
  mostExpectedMs: number
  /** The longest wait for a turn. */
  patienceMs: number
}

/**
 * The weight of the newest work in the mean, and the longest duration that counts, because a pause of the machine is
 * not typical.
 */
const [newest, longestMs] = [0.1, 500]

/**
 * A queue for work that takes a core. It is short: in a flood most work is refused at once, and accepted work is done
 * while its caller still waits.
 */
export const workQueue = (rule: QueueRule) => {
  const waiting = new Set<() => void>()
  const refused = { full: 0, late: 0, left: 0 }
  let running = 0
  let meanMs = 0

  /**
   * On a slow machine, or next to other work, the queue is shorter: a caller who waits too long leaves without a
   * result.
   */
  const isFull = () => waiting.size >= rule.mostWaiting || (waiting.size * meanMs) / rule.atOnce > rule.mostExpectedMs

  const turn = (left: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (left?.aborted) return reject(new NoTurn('left'))
      if (running < rule.atOnce) {
        running += 1
        return resolve()
      }
      if (isFull()) return reject(new NoTurn('full'))
      const leave = (reason: NoTurn['reason']) => {
        stopWaiting()
        reject(new NoTurn(reason))
      }
      const onLeft = () => leave('left')
      const begin = () => {
        stopWaiting()
        resolve()
      }
      const stopWaiting = () => {
        waiting.delete(begin)
        clearTimeout(timer)
        left?.removeEventListener('abort', onLeft)
      }
      const timer = setTimeout(leave, rule.patienceMs, 'late')
      left?.addEventListener('abort', onLeft)
      waiting.add(begin)
    })

  /** Counts the refusals by reason. */
  const countedTurn = (left: AbortSignal | undefined): Promise<void> =>
    turn(left).catch((error: unknown) => {
      if (error instanceof NoTurn) refused[error.reason] += 1
      throw error
    })

  return {
    isFull,
    length: () => waiting.size,
    /** How much work was refused so far, by reason. */
    refused: () => refused,
    /**
     * Runs work in its turn.
     * @param left aborted when nobody waits for the work any more
     * @throws NoTurn
     */
    run: async <Result>(work: () => Promise<Result>, left?: AbortSignal): Promise<Result> => {
      await countedTurn(left)
      const began = performance.now()
      try {
        return await work()
      } finally {
        meanMs += newest * (Math.min(performance.now() - began, longestMs) - meanMs)
        const [next] = waiting
        if (next) next()
        else running -= 1
      }
    },
  }
}

const cores = availableParallelism()

/** A hash needs a core and 19 MiB: running more than one per core would only cost memory. */
export const hashQueueRule: QueueRule = {
  atOnce: cores,
  mostWaiting: 50 * cores,
  mostExpectedMs: 1500,
  patienceMs: 3000,
}

export const hashQueue = workQueue(hashQueueRule)
