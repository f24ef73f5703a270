import { z } from 'zod'

/** The failures of share login. */
export const shareErrors = {
  /** No application of the operator has this id, it is disabled, or it is the one that asks. */
  no_such_application: { number: 1990, status: 404, data: z.object({}) },
  /**
   * The share ticket is unknown, used or too old, or for another application, or what it comes from has ended: the
   * session, the account, the application.
   */
  share_refused: { number: 1991, status: 400, data: z.object({}) },
} as const
