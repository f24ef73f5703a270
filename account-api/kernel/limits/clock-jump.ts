import { hours } from '#account-api/kernel/time'

/**
 * A clock that was ahead leaves ends in the far future. An end that is later than a limit can set now, by at least this
 * much, is ignored. A smaller difference may come from the clocks of two copies, and must not lift a limit.
 */
export const clockJumpMs = hours(1)
