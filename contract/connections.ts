/**
 * How long an idle connection between the two programs is kept. The client gives it up first: a request that is sent
 * while the server closes its connection gets no answer.
 */
export const idleConnectionMs = { client: 60_000, server: 72_000 } as const
