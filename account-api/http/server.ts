import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { newId } from '#account-api/kernel/random'
import { type Call, endpointOf, operatorPath, routeOf, type Variant, variantsOf, type Wire } from '#contract/call'
import { allCalls } from '#contract/calls'
import { allOperatorCalls } from '#contract/operator/operator-calls'
import { idleConnectionMs } from '#contract/wire/connections'
import { headerNames } from '#contract/wire/headers'
import { Draining } from '#process/draining'
import { Readiness } from '#process/readiness'
import { version } from '#rules/version'
import type { Metrics } from './metrics'
import { callRequestOf } from './raw-request'
import { databaseState } from './readiness'
import {
  type AnsweringOptions,
  bodyLimitBytes,
  bodyLimitOf,
  carriedReply,
  failedReply,
  noteAnswered,
  type Reply,
  replyTo,
  replyToError,
} from './reply'

export interface ServerOptions extends AnsweringOptions {
  /** Throws when the database cannot be written to. */
  probe(): Promise<void>
  /** Records calls for /metrics, and answers it. */
  metrics: Metrics
  /** Called when the server is about to stop. */
  draining?: Draining | undefined
  /** Adds the routes that are not calls of the contract. */
  addRoutes(server: FastifyInstance): void
}

/** The account API over HTTP: a route for every row of the contract in every variant, and probes. */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { metrics, draining = new Draining() } = options
  const readiness = new Readiness(() => databaseState(options), options.log)
  const api: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'logId' }),
    bodyLimit: bodyLimitBytes.json,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: idleConnectionMs.server,
    genReqId: ({ headers }) => logIdIn(headers[headerNames.logId]) ?? newId(Date.now()),
    // A late request on a kept connection is answered, and then the connection is closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  })

  // Bodies stay raw: a signature covers bytes, and unsigned data is not parsed.
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))

  api.addHook('onRequest', async (request, reply) => {
    reply.header(headerNames.logId, request.id).header('cache-control', 'no-store')
  })
  api.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config as RouteNotes
    // Probes come every few seconds and add nothing to the log.
    if (call === undefined && reply.statusCode === 200) return
    const answered: Answered = request
    const told = answered[outcome] ?? String(reply.statusCode)
    noteAnswered({ metrics, log: request.log }, { call: call ?? 'none', outcome: told, ms: reply.elapsedTime })
  })

  draining.watch(api)
  // A client may keep a connection open after its last answer, or open one and send nothing, which Node does not count
  // as idle. Neither may delay the stop of the server.
  const connections = new Set<Socket>()
  api.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  api.addHook('preClose', async () => {
    const closing = setInterval(() => {
      api.server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, 50).unref()
    api.server.once('close', () => clearInterval(closing))
  })

  for (const row of [...allCalls, ...allOperatorCalls])
    for (const variant of variantsOf(row)) addCall(api, options, row, variant)

  api.get('/healthz', async () => ({ status: 'alive', version }))
  api.get('/readyz', async (_request, reply) => {
    const notReady = draining.isDraining ? 'stopping' : await readiness.now()
    return reply.code(notReady === undefined ? 200 : 503).send({ status: notReady ?? 'ready' })
  })
  api.get('/metrics', metrics.route)
  options.addRoutes(api)

  api.setNotFoundHandler((request, reply) => {
    const wire = request.url.startsWith(operatorPath) ? 'operator' : 'web'
    return sendReply(request, reply, failedReply(wire, { code: 'no_such_call' }), wire)
  })
  api.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const wire = (request.routeOptions.config as RouteNotes | undefined)?.wire ?? 'web'
    return sendReply(request, reply, replyToError(error, { wire, log: request.log }), wire)
  })
  return api
}

/** The log id sent by a caller, if it is well-formed. It only labels lines in the log. */
const logIdIn = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && /^[\da-f-]{16,36}$/.test(given) ? given : undefined

interface RouteNotes {
  call?: string
  wire?: Wire
}

/** The property of a request that holds the outcome of its call, for the log. */
const outcome = Symbol('outcome')
type Answered = FastifyRequest & { [outcome]?: string }

const addCall = (api: FastifyInstance, options: ServerOptions, row: Call, variant: Variant): void => {
  const { path, wire } = endpointOf(row, variant)
  const config: RouteNotes = { call: row.name, wire }
  const handler = async (request: Answered, reply: FastifyReply) => {
    const left = new AbortController()
    reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
    const asked = { row, wire, request: callRequestOf(request), left: left.signal }
    return sendReply(request, reply, await replyTo(options, asked), wire, row)
  }
  const methods = row.alsoMethod ? [row.method, row.alsoMethod] : [row.method]
  api.route({
    method: methods,
    url: routeOf(path),
    config,
    handler,
    bodyLimit: bodyLimitOf(row),
    exposeHeadRoute: false,
  })
}

const sendReply = (request: Answered, reply: FastifyReply, answer: Reply, wire: Wire, row?: Call) => {
  request[outcome] = answer.outcome
  for (const cookie of answer.setCookies) reply.header('set-cookie', cookie)
  const { headers, body } = carriedReply(answer, { row, wire, logId: request.id })
  return reply.code(answer.status).headers(headers).send(body)
}
