import { z } from 'zod'

export const joinRequestErrors = {
  /** The request is not pending: it was answered, was withdrawn, has expired, or never existed. */
  no_such_join_request: { number: 1880, status: 404, data: z.object({}) },
  /** The organisation has declined a request of the account. `retry_after`: until it may ask again. */
  join_request_declined: { number: 1881, status: 409, data: z.object({ retry_after: z.number().int().nonnegative() }) },
} as const
