import type { FastifyInstance } from 'fastify'
import { Protocol } from '#account-api/applications/protocol/protocol'
import { createInProcess, type InProcess } from '#account-api/http/in-process'
import { createMetrics } from '#account-api/http/metrics'
import type { AnsweringOptions } from '#account-api/http/reply'
import { createServer } from '#account-api/http/server'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import type { ApiOptions } from './api-options'
import { type Answering, answerCall } from './call'
import { outboxRoute } from './outbox'
import { addProtocol } from './protocol'
import { recordingOf } from './recording'

/** Creates the account API over HTTP: every call of the contract, and the protocol of open authorisation. */
export const createApi = (options: ApiOptions): FastifyInstance => {
  const { service, metrics = createMetrics(hashQueue) } = options
  const { recording = recordingOf({ service, metrics, audit: () => undefined }) } = options
  const served = { ...options, recording, protocol: options.protocol ?? new Protocol(service) }
  return createServer({
    ...options,
    metrics,
    answer: answerOf(served),
    addRoutes: (server) => {
      server.addHook('onClose', recording.flush)
      addProtocol(server, served)
      if (options.readableOutbox) server.get('/outbox', outboxRoute(service))
    },
  })
}

/** Makes the same calls for the web app in this process. The protocol is only served over HTTP. */
export const createInProcessApi = (options: AnsweringHere & Pick<AnsweringOptions, 'metrics' | 'log'>): InProcess =>
  createInProcess({ ...options, answer: answerOf(options) })

type AnsweringHere = Answering & Pick<ApiOptions, 'protocol'>

const answerOf =
  (options: AnsweringHere): AnsweringOptions['answer'] =>
  async (row, request, left) => {
    const answered = await answerCall(options, { row, request, left })
    // A newly registered client makes its first request soon. Other calls load nothing.
    if (row.name === 'addClient' && answered.outcome.ok) await options.protocol?.prepare()
    return answered
  }
