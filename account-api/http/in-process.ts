import { newId } from '#account-api/kernel/random'
import { endpointOf } from '#contract/call'
import type { SendHere } from '#contract/wire/exchange'
import { headerNames } from '#contract/wire/headers'
import { untilAborted } from '#process/until-aborted'
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
  /** Answers a call as over HTTP, by values and without a signature. Rejects when the signal is aborted. */
  send: SendHere
  /** Resolves when no call is running. */
  idle(): Promise<void>
}

export const createInProcess = (options: AnsweringOptions): InProcess => {
  const underWay = new Set<Promise<Reply>>()

  const send: SendHere = async ({ row, variant, input, headers, signal }) => {
    const begunAt = performance.now()
    const logId = headers[headerNames.logId] ?? newId(Date.now())
    const log = options.log.child({ logId })
    const { wire } = endpointOf(row, variant)
    const request: CallRequest = {
      id: logId,
      log,
      method: row.method,
      headers,
      values: input,
      peerAddress: '127.0.0.1',
    }
    const answering =
      sizeOf(input) > bodyLimitOf(row)
        ? Promise.resolve(failedReply(wire, { code: 'too_large' }))
        : replyTo(options, { row, wire, request, left: signal }).catch((error) => replyToError(error, { wire, log }))
    underWay.add(answering)
    void answering.then((reply) => {
      underWay.delete(answering)
      const ms = performance.now() - begunAt
      noteAnswered({ metrics: options.metrics, log }, { call: row.name, outcome: reply.outcome, ms })
    })
    const { status, setCookies, content } = await untilAborted(answering, signal)
    return { status, setCookies, content, logId }
  }

  return {
    send,
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}

/** The size of all texts and bytes in a value. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((size: number, each) => size + sizeOf(each), 0)
}
