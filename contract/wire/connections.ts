/**
 * How long each side keeps an idle connection. The client closes it first, because a request that is sent while the
 * server closes the connection gets no answer.
 */
export const idleConnectionMs = { client: 60_000, server: 72_000 } as const
