export const requestTimeoutMs = 5_000

/**
 * Requests a text or JSON for the captcha loader.
 * @param signal aborts when the person leaves
 * @throws one of the four errors of a request in section 8 of the specification
 */
export const request = async (
  url: string,
  signal: AbortSignal,
  as: 'text' | 'json',
  timeoutMs = requestTimeoutMs,
): Promise<unknown> => {
  let reason = 'occur error'
  const controller = new AbortController()
  const abortFor = (cause: string) => {
    reason = cause
    controller.abort()
  }
  const abort = () => abortFor('aborted')
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  const timer = setTimeout(abortFor, timeoutMs, 'timeout')
  try {
    const answer = await fetch(url, { signal: controller.signal })
    if (answer.ok) return await answer[as]()
    reason = `status: ${answer.status}`
  } catch {
    // `reason` is set already.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  throw new Error(`Network request failed, ${reason}`)
}
