import { z } from 'zod'

/** The failures of share login. */
export const shareErrors = {
  /** The operator has no application with this id, it is disabled, or it made the request itself. */
  no_such_application: { number: 1990, status: 404, data: z.object({}) },
  /**
   * The share ticket is unknown, used, too old, or for another application, or its session, account or application has
   * ended.
   */
  share_refused: { number: 1991, status: 400, data: z.object({}) },
} as const
