import type { NotReady } from '#process/readiness'
import { withTimeLimit } from '#process/time-limit'
import { wholeBody } from '#process/whole-body'

/** True when the account API reports that it is ready. One that answers but has no /readyz counts as ready. */
export const isReachable = async (apiUrl: string, { timeoutMs = 2000 } = {}): Promise<boolean> => {
  try {
    return await withTimeLimit({ ms: timeoutMs }, async (signal) => {
      const response = await fetch(`${apiUrl}/readyz`, { signal })
      await wholeBody(response, { signal })
      return response.status < 500
    })
  } catch {
    return false
  }
}

/**
 * Why pages cannot be shown: the account API is unreachable, not ready itself, or refuses calls signed by this web app.
 * Undefined: they can.
 * @param tryCall makes one signed call that changes nothing
 */
export const accountApiState = async (apiUrl: string, tryCall: () => Promise<NotReady>): Promise<NotReady> => {
  const [isReady, refused] = await Promise.all([isReachable(apiUrl), tryCall()])
  return refused ?? (isReady ? undefined : 'the account API is not ready')
}
