import type { Logger } from 'pino'
import { currentCall } from '#account-api/kernel/current-call'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { Call, Wire } from '#contract/call'
import { type ErrorName, errors } from '#contract/errors'
import { type OperatorError, operatorErrors } from '#contract/operator/operator-errors'
import { type FileAnswer, pictureMaxBytes } from '#contract/terms/fields'
import { type Content, wires } from '#contract/wire/wires'
import type { Metrics } from './metrics'
import type { CallRequest } from './raw-request'

/** The outcome of a call, with the cookies that it sets. */
export interface CallAnswer {
  outcome: { ok: true; data: Record<string, unknown> } | (Failed & { ok: false })
  setCookies: string[]
}

/** A failure of any kind of call. */
interface Failed {
  code: ErrorName | OperatorError
  /** For an operator: what is wrong and what to do. Default: the meaning of the code. */
  description?: string
  data?: Record<string, unknown>
}

export interface AnsweringOptions {
  log: Logger
  metrics: Pick<Metrics, 'answered'>
  /** Answers a call. The signal is aborted when the client disconnects. */
  answer(row: Call, request: CallRequest, left: AbortSignal): Promise<CallAnswer>
}

/** The reply to a call, before a transport carries it. */
export interface Reply {
  /** For the log: `ok`, or the name of an error. */
  outcome: string
  status: number
  setCookies: string[]
  content: Content
}

/** The largest body, by content type. A multipart form may contain a picture. */
export const bodyLimitBytes = { json: 64 * 1024, multipart: pictureMaxBytes + 64 * 1024 }

/** The largest body of a call, in bytes. */
export const bodyLimitOf = ({ body }: Call): number => bodyLimitBytes[body ?? 'json']

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }
const json = { 'content-type': 'application/json; charset=utf-8' }

interface Asked {
  row: Call
  wire: Wire
  request: CallRequest
  left: AbortSignal
}

/** Answers a call with its row's handler. */
export const replyTo = async ({ answer }: AnsweringOptions, { row, wire, request, left }: Asked): Promise<Reply> => {
  const { outcome, setCookies } = await currentCall.run({ logId: request.id, row }, () => answer(row, request, left))
  if (!outcome.ok) return { ...failedReply(wire, outcome), setCookies }
  // An answer that a cache may give to others carries no cookies.
  return { outcome: 'ok', status: 200, setCookies: row.immutable ? [] : setCookies, content: outcome }
}

/** The number, the status and the description of a failure, in the envelope of its call. */
const describedIn = (wire: Wire, { code, description }: Failed) => {
  if (wire !== 'operator') return { ...errors[code as ErrorName], description: code }
  const { status, meaning } = operatorErrors[code as OperatorError]
  return { number: 0, status, description: description ?? `${meaning}.` }
}

export const failedReply = (wire: Wire, failed: Failed): Reply => {
  const { code, data = {} } = failed
  const { status, number, description } = describedIn(wire, failed)
  return { outcome: code, status, setCookies: [], content: { ok: false, number, code, description, data } }
}

/** The reply when a request could not be read or a call failed, which the log reports. */
export const replyToError = (
  error: { statusCode?: number },
  { wire, log }: { wire: Wire; log: Pick<Logger, 'error'> },
): Reply => {
  if (error.statusCode === 413) return failedReply(wire, { code: 'too_large' })
  if (error.statusCode && error.statusCode < 500) return failedReply(wire, unreadable(wire))
  log.error(failureOf(error), 'call failed')
  return failedReply(wire, { code: 'internal' })
}

const unreadable = (wire: Wire): Failed => ({
  code: 'invalid_input',
  ...(wire === 'operator' ? { description: 'The request cannot be read.' } : { data: { fields: [] } }),
})

interface Carried {
  /** By their names in lower case, without the cookies. */
  headers: Record<string, string>
  body: string | Buffer
}

/** A reply as HTTP carries it, in the envelope of its call. */
export const carriedReply = (
  { content }: Reply,
  { row, wire, logId }: { row?: Call | undefined; wire: Wire; logId: string },
): Carried => {
  if (content.ok && row?.answers === 'bytes') {
    const { media_type, bytes } = content.data as FileAnswer
    const headers = { 'content-type': media_type, 'x-content-type-options': 'nosniff', ...(row.immutable && immutable) }
    return { headers, body: Buffer.from(bytes) }
  }
  const { retry_after: seconds } = content.ok ? {} : content.data
  const later = typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
  return { headers: { ...json, ...later }, body: JSON.stringify(wires[wire].seal(content, logId)) }
}

export const noteAnswered = (
  { metrics, log }: { metrics: Pick<Metrics, 'answered'>; log: Pick<Logger, 'info'> },
  { call, outcome, ms }: { call: string; outcome: string; ms: number },
): void => {
  metrics.answered(call, outcome, ms)
  log.info({ call, outcome, ms: Math.round(ms) }, 'call answered')
}
