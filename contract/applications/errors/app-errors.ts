import { z } from 'zod'

/** The failures of host apps. */
export const appErrors = {
  /** The scheme is not on the list of the deployment. */
  no_such_app: { number: 1971, status: 404, data: z.object({}) },
  /** The code is unknown, used or too old, its session has ended, or the verifier or the scheme differs. */
  app_code_refused: { number: 1972, status: 400, data: z.object({}) },
} as const
