/**
 * Runs `stop` at the first SIGTERM or SIGINT, and `hurry` at each one after it: somebody does not want to wait.
 * @param stop never rejects
 */
export const onStopSignal = (stop: () => Promise<void>, hurry: () => void): void => {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return hurry()
      isStopping = true
      void stop()
    })
}
