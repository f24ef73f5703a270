import type { Setting } from '#account-api/kernel/service'
import { secondsUntil } from '#account-api/kernel/time'

export interface TooManyRequests {
  ok: false
  code: 'too_many_requests'
  /** In seconds. */
  retry_after: number
}

/** Refuses what a limit does not let through before a time. */
export const tooManyRequests = (setting: Setting, until: number): TooManyRequests => ({
  ok: false,
  code: 'too_many_requests',
  retry_after: secondsUntil(setting, until),
})
