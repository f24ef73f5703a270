import type { Logger } from 'pino'
import { currentCall } from '#account-api/kernel/current-call'
import { failureOf } from '#account-api/kernel/failures/failure'
import type { Call, Wire } from '#contract/call'
import { type ErrorName, errors } from '#contract/errors'
import { type FileAnswer, pictureMaxBytes } from '#contract/terms/fields'
import { wires } from '#contract/wire/wires'
import type { Metrics } from './metrics'
import type { CallRequest } from './raw-request'

/** The outcome of a call, with the cookies that it sets. */
export interface CallAnswer {
  outcome: { ok: true; data: Record<string, unknown> } | { ok: false; code: ErrorName; data: Record<string, unknown> }
  setCookies: string[]
}

export interface AnsweringOptions {
  log: Logger
  metrics: Pick<Metrics, 'answered'>
  /** Answers a call. The signal is aborted when the client has left. */
  answer(row: Call, request: CallRequest, left: AbortSignal): Promise<CallAnswer>
}

/** The reply to a call, before a transport sends it. */
export interface Reply {
  /** For the log: `ok`, or the name of an error. */
  outcome: string
  status: number
  /** By their names in lower case, without the cookies. */
  headers: Record<string, string>
  setCookies: string[]
  body: string | Buffer
}

/** The largest body, by content type: a multipart form may contain a picture. */
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
  if (!outcome.ok) return { ...failedReply(wire, outcome.code, outcome.data), setCookies }
  // An answer that a shared cache may keep has no cookies.
  const reply = { outcome: 'ok', status: 200, setCookies: row.immutable ? [] : setCookies }
  if (row.answers !== 'bytes')
    return { ...reply, headers: json, body: JSON.stringify(wires[wire].seal({ ok: true, data: outcome.data })) }
  const { media_type, bytes } = outcome.data as FileAnswer
  const headers = { 'content-type': media_type, 'x-content-type-options': 'nosniff', ...(row.immutable && immutable) }
  return { ...reply, headers, body: Buffer.from(bytes) }
}

/** A failure in the envelope of its call. */
export const failedReply = (wire: Wire, name: ErrorName, data: Record<string, unknown>): Reply => {
  const { number, status } = errors[name]
  const retryAfter = typeof data.retry_after === 'number' ? { 'retry-after': String(data.retry_after) } : {}
  const body = JSON.stringify(wires[wire].seal({ ok: false, number, description: name, data }))
  return { outcome: name, status, headers: { ...json, ...retryAfter }, setCookies: [], body }
}

/** The reply when a request could not be read or a call failed, which the log reports. */
export const replyToError = (
  error: { statusCode?: number },
  { wire, log }: { wire: Wire; log: Pick<Logger, 'error'> },
): Reply => {
  if (error.statusCode === 413) return failedReply(wire, 'too_large', {})
  if (error.statusCode && error.statusCode < 500) return failedReply(wire, 'invalid_input', { fields: [] })
  log.error(failureOf(error), 'call failed')
  return failedReply(wire, 'internal', {})
}

/** Records an answered call in the log and /metrics. */
export const noteAnswered = (
  { metrics, log }: { metrics: Pick<Metrics, 'answered'>; log: Pick<Logger, 'info'> },
  { call, outcome, ms }: { call: string; outcome: string; ms: number },
): void => {
  metrics.answered(call, outcome, ms)
  log.info({ call, outcome, ms: Math.round(ms) }, 'call answered')
}
