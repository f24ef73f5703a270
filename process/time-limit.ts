interface TimeLimit {
  ms: number
  /** Also ends the work, with its own reason. */
  until?: AbortSignal | undefined
  /** The reason of the signal after the time. Default: a TimeoutError, as of AbortSignal.timeout. */
  late?: () => unknown
}

/**
 * Runs work with a signal that is aborted after a time, and when `until` is. It has its own controller and timer,
 * because Node.js 20 drops the time limit of `AbortSignal.any([AbortSignal.timeout(ms), …])` at a garbage collection,
 * and keeps either in memory until one.
 * @returns the result of the work, which has to end when its signal is aborted
 * @throws what the work throws
 */
export const withTimeLimit = async <Done>(
  { ms, until, late }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> => {
  const ending = new AbortController()
  const end = () => ending.abort(until?.reason)
  const timer = setTimeout(
    () => ending.abort(late ? late() : new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    ms,
  )
  if (until?.aborted) end()
  else until?.addEventListener('abort', end, { once: true })
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
    until?.removeEventListener('abort', end)
  }
}
