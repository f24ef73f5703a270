import { z } from 'zod'

const noData = z.object({})

/** The failures of remembered accounts. */
export const rememberedErrors = {
  /** The account is not remembered here any more: for each cause the same answer. */
  remembered_over: { number: 1961, status: 410, data: noData },
  /** The device token was used a moment ago, as by the first of two clicks. Nothing has ended. */
  remembered_just_used: { number: 1962, status: 409, data: noData },
  /** The last proof is old, or the account does not know the browser. The call is made again with the code. */
  code_needed: {
    number: 1963,
    status: 403,
    data: z.object({
      /** Names the code, whichever address it was sent to. */
      sms_code_key: z.string(),
      way: z.enum(['mobile', 'email']),
      masked: z.string(),
      retry_after: z.number().int().nonnegative(),
    }),
  },
  no_such_device: { number: 1964, status: 404, data: noData },
} as const
