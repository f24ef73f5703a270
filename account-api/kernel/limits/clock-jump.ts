import { hours } from '#account-api/kernel/time'

/**
 * A clock that was ahead leaves ends in the far future. An end that is so much later than a limit can set now is not
 * believed. A smaller difference may be that of the clocks of two copies, and of those none may lift a limit.
 */
export const clockJumpMs = hours(1)
