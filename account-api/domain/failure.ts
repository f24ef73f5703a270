/** What a log says of an error: what finds its cause, and none of the values that a database puts beside its message. */
export const failureOf = (error: unknown): { reason: string; code?: unknown } =>
  error instanceof Error
    ? { reason: error.stack ?? error.message, ...('code' in error && { code: error.code }) }
    : { reason: String(error) }
