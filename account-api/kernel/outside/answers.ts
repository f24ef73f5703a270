import { seconds } from '#account-api/kernel/time'
import { withTimeLimit } from '#process/time-limit'
import { wholeBody } from '#process/whole-body'
import { NotAccepted } from './not-accepted'

/** How much of an answer is read, so its connection can be reused. */
export const answerMaxBytes = 64 * 1024

/**
 * Reads an answer as text. The connection of an answer longer than 64 kB is closed.
 * @param signal of the request
 * @returns undefined for an answer that is longer, incomplete, or does not end in time
 */
export const textOf = (response: Response, signal: AbortSignal): Promise<string | undefined> =>
  wholeBody(response, { signal, maxBytes: answerMaxBytes }).then(
    (bytes) => bytes.toString(),
    () => undefined,
  )

/** How long a server may take to answer a JSON request. */
export const postRule = { patienceMs: seconds(10) }

/**
 * Posts JSON, to this address only: redirects are not followed.
 * @returns the status, the headers and the text of the answer, or undefined as its text if it could not be read
 * @throws NotAccepted after 10 s without a status; the errors of fetch, and the reason of the signal
 */
export const postJson = (
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<{ status: number; headers: Headers; text: string | undefined }> =>
  withTimeLimit(
    { ms: postRule.patienceMs, until: signal, late: () => new NotAccepted('ETIMEDOUT') },
    async (limited) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
        body,
        redirect: 'manual',
        signal: limited,
      })
      return { status: response.status, headers: response.headers, text: await textOf(response, limited) }
    },
  )

/**
 * When a server wants the next request, in milliseconds from now: the first of these headers that gives seconds, or a
 * time (RFC 9110, 10.2.3).
 * @param at the current time
 */
export const retryAfterMs = (
  headers: Pick<Headers, 'get'>,
  names: readonly string[],
  at = Date.now(),
): number | undefined => {
  const values = names.map((name) => headers.get(name)?.trim() ?? '')
  const seconds = values.find((value) => /^\d{1,9}(\.\d{1,9})?$/.test(value))
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000)
  const moment = values
    .map((value) => (/^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN))
    .find(Number.isFinite)
  return moment === undefined ? undefined : Math.max(0, moment - at)
}
