import type { NotReady } from '../lifecycle/readiness'

/** Whether the account API says that it is ready. One that answers but has no /readyz counts as ready. */
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
 * Why no page could be made, if so: the account API is away, not ready itself, or takes no call that this web app signs.
 * @param tryCall makes one signed call that changes nothing
 */
export const accountApiState = async (apiUrl: string, tryCall: () => Promise<NotReady>): Promise<NotReady> => {
  const [isReady, refused] = await Promise.all([isReachable(apiUrl), tryCall()])
  return refused ?? (isReady ? undefined : 'the account API is not ready')
}
