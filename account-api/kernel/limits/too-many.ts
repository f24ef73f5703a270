import type { Deployment } from '#account-api/kernel/service'
import { secondsUntil } from '#account-api/kernel/time'

export interface TooManyRequests {
  ok: false
  code: 'too_many_requests'
  /** In seconds. */
  retry_after: number
}

/** The refusal by a limit that blocks until a time. */
export const tooManyRequests = (deployment: Deployment, until: number): TooManyRequests => ({
  ok: false,
  code: 'too_many_requests',
  retry_after: secondsUntil(deployment, until),
})
