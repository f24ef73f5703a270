/** When its terminal ends, npm passes the signal on, and ends. */
const isBelowNpm = (): boolean => process.env.npm_lifecycle_event !== undefined

/**
 * Runs `stop` at the first SIGTERM or SIGINT, and `hurry` at each later one, because somebody does not want to wait.
 * SIGHUP means "reopen the logs". It ends no process, even one without a log file.
 * @param stop never rejects
 */
export const onStopSignal = (stop: () => Promise<void>, hurry: () => void): void => {
  let isStopping = false
  if (!isBelowNpm()) process.on('SIGHUP', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return hurry()
      isStopping = true
      void stop()
    })
}
