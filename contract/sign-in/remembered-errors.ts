import { z } from 'zod'

const noData = z.object({})

/** The failures of remembered accounts. */
export const rememberedErrors = {
  /** The account is no longer remembered here. The answer is the same for each cause. */
  remembered_over: { number: 1961, status: 410, data: noData },
  /** The device token was used a moment ago, for example by the first of two clicks. Nothing has ended. */
  remembered_just_used: { number: 1962, status: 409, data: noData },
  /** The last proof is old, or the account does not know the browser. Repeat the call with the code. */
  code_needed: {
    number: 1963,
    status: 403,
    data: z.object({
      /** Identifies the code, whichever address it was sent to. */
      sms_code_key: z.string(),
      way: z.enum(['mobile', 'email']),
      masked: z.string(),
      retry_after: z.number().int().nonnegative(),
    }),
  },
  no_such_device: { number: 1964, status: 404, data: noData },
} as const
