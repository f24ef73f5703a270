import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServedOptions } from '#account-api/calls/api-options'
import { callRequestOf, header } from '#account-api/http/raw-request'
import { bodyLimitBytes } from '#account-api/http/reply'
import { noteOutcome } from '#account-api/http/server'
import { failureOf } from '#account-api/kernel/failures/failure'
import { refuse } from '#account-api/operator/handling'
import { routeOf } from '#contract/call'
import { carriedBy, type OperatorCall, operatorPath } from '#contract/operator/operator-call'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { type OperatorRefusal, operatorWire } from '#contract/operator/operator-wire'
import { headerNames } from '#contract/wire/headers'
import { readInput } from '#contract/wire/input'
import { answerOperator } from './answer'
import { whoAsks } from './who'

/** A route for every call of the operator. The account API serves them; the web app forwards none. */
export const addOperatorRoutes = (api: FastifyInstance, options: ServedOptions): void => {
  void api.register(
    async (scope) => {
      for (const row of allOperatorCalls)
        scope.route({
          method: row.method,
          url: routeOf(row.path).slice(operatorPath.length),
          config: { call: row.name },
          bodyLimit: bodyLimitBytes[row.body ?? 'json'],
          exposeHeadRoute: false,
          handler: async (request, reply) => send(request, reply, await outcomeOf(options, row, request)),
        })
      scope.setNotFoundHandler((request, reply) =>
        send(request, reply, refuse('no_such_call', 'There is no such call.')),
      )
      scope.setErrorHandler((error: { statusCode?: number }, request, reply) =>
        send(request, reply, refusalOf(error, request)),
      )
    },
    { prefix: operatorPath },
  )
}

const outcomeOf = async (options: ServedOptions, row: OperatorCall, request: FastifyRequest) => {
  const asked = callRequestOf(request)
  const who = await whoAsks(options, row, asked)
  if (!who.ok) return who
  const { params, query, body, log } = asked
  const contentType = request.headers['content-type'] ?? ''
  const input = await readInput(carriedBy(row), { method: row.method, params, query, contentType, body })
  const outcome = await answerOperator(options, {
    ...{ row, by: who.by, input, logId: request.id, log },
    clientAddress: who.clientAddress,
    requestKey: header(asked, headerNames.requestKey),
  })
  // The first request of a newly registered client comes soon, so the library is loaded. Other calls load nothing.
  if (outcome.ok && row.name === 'addClient') await options.protocol.prepare()
  return outcome
}

/** The failure for a request that could not be read, or a call that failed, which the log reports. */
const refusalOf = (error: { statusCode?: number }, request: FastifyRequest): OperatorRefusal => {
  if (error.statusCode === 413) return refuse('too_large', 'The request is too large.')
  if (error.statusCode && error.statusCode < 500) return refuse('invalid_input', 'The request cannot be read.')
  request.log.error(failureOf(error), 'call failed')
  return refuse('internal', 'The call failed. The log of the account API has the cause under this log id.')
}

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: { ok: true; data: object } | OperatorRefusal,
): FastifyReply => {
  noteOutcome(request, outcome.ok ? 'ok' : outcome.code)
  const { status, body } = operatorWire.seal(outcome, request.id)
  if (!outcome.ok && outcome.retry_after !== undefined) reply.header('retry-after', outcome.retry_after)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
