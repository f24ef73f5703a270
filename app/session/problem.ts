/** The pages that say that something cannot be done, with their status. Each has a title and a text in both languages. */
export const problemStatus = {
  bad_request: 400,
  cookies: 403,
  origin: 403,
  not_found: 404,
  method: 405,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
} as const

export type ProblemKind = keyof typeof problemStatus

/** What a problem page is told. */
export interface Problem {
  kind: ProblemKind
}

/**
 * A response to be thrown from a loader or an action: the root's boundary renders its page in the person's language.
 * `retryAfterSeconds` tells machines when to come back.
 */
export const problem = (kind: ProblemKind, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}): Response => {
  const body: Problem = { kind }
  return Response.json(body, {
    status: problemStatus[kind],
    ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
  })
}

/** The problem that a status stands for, when the response was not one of ours. */
export const problemOfStatus = (status: number): ProblemKind => {
  if (status === 404) return 'not_found'
  return status === 405 ? 'method' : 'unavailable'
}
