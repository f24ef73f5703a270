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
  const headers = {
    'content-type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  // Not Response.json: remix-serve puts an older Response in the place of Node's.
  return new Response(JSON.stringify(body), { status: problemStatus[kind], headers })
}

/** The problem that a status stands for, when the response was not one of ours. */
export const problemOfStatus = (status: number): ProblemKind => {
  if (status === 404) return 'not_found'
  return status === 405 ? 'method' : 'unavailable'
}
