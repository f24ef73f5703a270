/**
 * The result of work, or the reason of a signal, whichever comes first. The work then continues unattended, so hanging
 * work holds no slot.
 * @throws the reason of the signal, and what the work throws
 */
export const untilAborted = <Done>(work: Promise<Done>, signal: AbortSignal): Promise<Done> =>
  new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    work.finally(() => signal.removeEventListener('abort', end)).then(resolve, reject)
  })
