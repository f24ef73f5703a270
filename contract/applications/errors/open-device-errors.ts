import { z } from 'zod'

const noData = z.object({})

/** The failures of requests from devices, and of applications that sign people out. */
export const openDeviceErrors = {
  /** No device shows this code, or it has expired, or it was typed before. */
  no_such_user_code: { number: 2040, status: 404, data: noData },
  /** Too many wrong codes were typed recently, so only signed-in people may type one. */
  user_code_needs_sign_in: { number: 2041, status: 429, data: noData },
  /** No application requests this sign-out, or the request is too old. */
  no_such_sign_out: { number: 2042, status: 404, data: noData },
} as const
