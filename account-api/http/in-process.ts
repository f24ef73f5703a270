import { parse } from 'node:querystring'
import { newId } from '#account-api/kernel/random'
import { endpointOf, pathFields } from '#contract/call'
import type { SendHere } from '#contract/client'
import { headerNames } from '#contract/wire/headers'
import { untilAborted } from '#outgoing/until-aborted'
import type { CallRequest } from './raw-request'
import {
  type AnsweringOptions,
  bodyLimitOf,
  failedReply,
  noteAnswered,
  type Reply,
  replyTo,
  replyToError,
} from './reply'

/** The account API for the web app in the same process. */
export interface InProcess {
  /** Answers a call as over HTTP, without a connection and a signature. It rejects when the signal is aborted. */
  send: SendHere
  /** Resolves when no call is under way. */
  idle(): Promise<void>
}

export const createInProcess = (options: AnsweringOptions): InProcess => {
  const underWay = new Set<Promise<Reply>>()

  const send: SendHere = async ({ row, variant, method, path, headers, body = '', signal }) => {
    const begunAt = performance.now()
    const id = headers[headerNames.logId] ?? newId(Date.now())
    const log = options.log.child({ logId: id })
    const { wire, path: pattern } = endpointOf(row, variant)
    const request: CallRequest = {
      id,
      log,
      method,
      path,
      headers,
      allHeaders: {},
      isInProcess: true,
      ...readPath(pattern, path),
      body: Buffer.from(body),
      peerAddress: '127.0.0.1',
    }
    const answering =
      request.body.length > bodyLimitOf(row)
        ? Promise.resolve(failedReply(wire, 'too_large', {}))
        : replyTo(options, { row, wire, request, left: signal }).catch((error) => replyToError(error, { wire, log }))
    underWay.add(answering)
    void answering.then((reply) => {
      underWay.delete(answering)
      const ms = performance.now() - begunAt
      noteAnswered({ metrics: options.metrics, log }, { call: row.name, outcome: reply.outcome, ms })
    })
    const reply = await untilAborted(answering, signal)
    const header = (name: string) => (name === headerNames.logId ? id : reply.headers[name])
    return { status: reply.status, header, setCookies: reply.setCookies, body: Buffer.from(reply.body) }
  }

  return {
    send,
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}

/**
 * The fields in a path, and the query.
 * @param pattern the path of the row, with a `{field}` for each
 */
const readPath = (pattern: string, path: string): Pick<CallRequest, 'params' | 'query'> => {
  const mark = path.indexOf('?')
  const [plain, query] = mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)]
  const params: Record<string, unknown> = {}
  if (pattern.includes('{')) {
    const segments = plain.split('/')
    for (const [index, segment] of pattern.split('/').entries())
      for (const field of pathFields(segment)) params[field] = decodeURIComponent(segments[index] ?? '')
  }
  return { params, query: query === '' ? {} : { ...parse(query) } }
}
