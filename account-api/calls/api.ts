import type { FastifyInstance } from 'fastify'
import type { CallName } from '../../contract/calls'
import { Protocol } from '../applications/protocol/protocol'
import { createInProcess, type InProcess } from '../http/in-process'
import { createMetrics } from '../http/metrics'
import type { AnsweringOptions } from '../http/reply'
import { createServer } from '../http/server'
import { hashQueue } from '../verification/hashing/hash-queue'
import type { ApiOptions } from './api-options'
import { answerCall } from './call'
import { handlers } from './handlers'
import { addOperatorRoutes } from './operator/routes'
import { outboxRoute } from './outbox'
import { addProtocol } from './protocol'

/** The account API over HTTP: every call of the contract, the protocol of open authorisation, and routes for the operator. */
export const createApi = (options: ApiOptions): FastifyInstance =>
  createServer({
    metrics: createMetrics(hashQueue),
    ...options,
    answer: answerOf(options),
    addRoutes: (server) => {
      const served = { ...options, protocol: options.protocol ?? new Protocol(options.service) }
      addOperatorRoutes(server, served)
      addProtocol(server, served)
      if (options.readableOutbox) server.get('/outbox', outboxRoute(options.service))
    },
  })

/** The same calls for the web app in this process. The protocol and the operator come over HTTP only. */
export const createInProcessApi = (
  options: Omit<ApiOptions, 'metrics'> & Pick<AnsweringOptions, 'metrics'>,
): InProcess => createInProcess({ ...options, answer: answerOf(options) })

const answerOf =
  (options: Omit<ApiOptions, 'metrics'>): AnsweringOptions['answer'] =>
  (row, request, left) =>
    answerCall(options, row, handlers[row.name as CallName], request, left)
