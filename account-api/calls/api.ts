import type { FastifyInstance } from 'fastify'
import { Protocol } from '#account-api/applications/protocol/protocol'
import { createInProcess, type InProcess } from '#account-api/http/in-process'
import { createMetrics } from '#account-api/http/metrics'
import type { AnsweringOptions } from '#account-api/http/reply'
import { createServer } from '#account-api/http/server'
import { hashQueue } from '#account-api/verification/hashing/hash-queue'
import type { CallName } from '#contract/calls'
import type { ApiOptions } from './api-options'
import { answerCall } from './call'
import { handlers } from './handlers'
import { addOperatorRoutes } from './operator/routes'
import { outboxRoute } from './outbox'
import { addProtocol } from './protocol'
import { type Recording, recordingOf } from './recording'

/** The account API over HTTP: every call of the contract, the protocol of open authorisation, and routes for the operator. */
export const createApi = (options: ApiOptions): FastifyInstance => {
  const { service, metrics = createMetrics(hashQueue) } = options
  const { recording = recordingOf({ service, metrics, audit: () => undefined }) } = options
  return createServer({
    ...options,
    metrics,
    answer: answerOf({ ...options, recording }),
    addRoutes: (server) => {
      const served = { ...options, recording, protocol: options.protocol ?? new Protocol(service) }
      server.addHook('onClose', recording.flush)
      addOperatorRoutes(server, served)
      addProtocol(server, served)
      if (options.readableOutbox) server.get('/outbox', outboxRoute(service))
    },
  })
}

/** The same calls for the web app in this process. The protocol and the operator's calls come over HTTP only. */
export const createInProcessApi = (
  options: Omit<ApiOptions, 'metrics'> & Pick<AnsweringOptions, 'metrics'> & { recording: Recording },
): InProcess => createInProcess({ ...options, answer: answerOf(options) })

const answerOf =
  (options: Omit<ApiOptions, 'metrics'> & { recording: Recording }): AnsweringOptions['answer'] =>
  (row, request, left) =>
    options.recording.call({ row, request }, () =>
      answerCall(options, row, handlers[row.name as CallName], request, left),
    )
