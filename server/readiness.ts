import type { NotReady } from '../lifecycle/readiness'

/** True when the account API says that it is ready. One that answers but has no /readyz counts as ready. */
export const isReachable = async (apiUrl: string, { timeoutMs = 2000 } = {}): Promise<boolean> => {
  try {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}

/**
 * The reason why no page could be made, if any: the account API is unreachable, not ready itself, or refuses calls
 * signed by this web app.
 * @param tryCall makes one signed call that changes nothing
 */
export const accountApiState = async (apiUrl: string, tryCall: () => Promise<NotReady>): Promise<NotReady> => {
  const [isReady, refused] = await Promise.all([isReachable(apiUrl), tryCall()])
  return refused ?? (isReady ? undefined : 'the account API is not ready')
}
