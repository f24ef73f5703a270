export const requestTimeoutMs = 5_000

/**
 * Asks for a text or JSON, as the captcha's loader does.
 * @param left aborts when the person leaves
 * @throws one of the four errors of a request that section 8 of the specification names
 */
export const request = async (
  url: string,
  left: AbortSignal,
  as: 'text' | 'json',
  timeoutMs = requestTimeoutMs,
): Promise<unknown> => {
  let why = 'occur error'
  const controller = new AbortController()
  const giveUp = (reason: string) => {
    why = reason
    controller.abort()
  }
  const abort = () => giveUp('aborted')
  if (left.aborted) abort()
  left.addEventListener('abort', abort)
  const timer = setTimeout(giveUp, timeoutMs, 'timeout')
  try {
    const answer = await fetch(url, { signal: controller.signal })
    if (answer.ok) return await answer[as]()
    why = `status: ${answer.status}`
  } catch {
    // `why` tells.
  } finally {
    clearTimeout(timer)
    left.removeEventListener('abort', abort)
  }
  throw new Error(`Network request failed, ${why}`)
}
