/** The loggable part of an error: the cause, without the values that a database adds to its message. */
export const failureOf = (error: unknown): { reason: string; code?: unknown } =>
  error instanceof Error
    ? { reason: error.stack ?? error.message, ...('code' in error && { code: error.code }) }
    : { reason: String(error) }
