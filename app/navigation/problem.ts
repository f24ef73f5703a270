/** The problem pages and their statuses. Each has a title and a text in both languages. */
export const problemStatus = {
  bad_request: 400,
  authorisation: 400,
  cookies: 403,
  forbidden: 403,
  origin: 403,
  registration_closed: 403,
  mobile_off: 403,
  email_off: 403,
  not_found: 404,
  not_offered: 404,
  gone: 404,
  method: 405,
  too_large: 413,
  too_many: 429,
  busy: 503,
  unavailable: 503,
} as const

export type ProblemKind = keyof typeof problemStatus

/** Retry-After when the server has no capacity. */
export const busyRetrySeconds = 5

/** The data of a problem page. */
export interface Problem {
  kind: ProblemKind
}

/**
 * A response to throw from a loader or an action. The root's boundary renders its page in the person's language.
 * @param retryAfterSeconds becomes the Retry-After header
 */
export const problem = (kind: ProblemKind, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}): Response => {
  const body: Problem = { kind }
  const headers = {
    'content-type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  // Not Response.json: remix-serve replaces Response with an older one.
  return new Response(JSON.stringify(body), { status: problemStatus[kind], headers })
}

/** The pages of the specification. All other pages are below them. */
const sections = ['login', 'account-help', 'settings'] as const

/** The section of a path whose page may have been moved. Undefined for a path that never existed here. */
export const sectionAbove = (path: string): (typeof sections)[number] | undefined => {
  const [, first = '', below] = path.toLowerCase().split('/')
  return below ? sections.find((section) => section === first) : undefined
}

/** The problem page for a status that the framework returned. */
export const problemOfStatus = (status: number): ProblemKind => {
  if (status === 404) return 'not_found'
  return status === 405 ? 'method' : 'unavailable'
}
