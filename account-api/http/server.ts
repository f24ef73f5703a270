import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { type Call, endpointOf, routeOf, variantsOf, type wireOfVariant } from '../../contract/call'
import { allCalls } from '../../contract/calls'
import { type ErrorName, errors } from '../../contract/errors'
import { type FileAnswer, pictureMaxBytes } from '../../contract/terms/fields'
import { idleConnectionMs } from '../../contract/wire/connections'
import { headerNames } from '../../contract/wire/headers'
import { wires } from '../../contract/wire/wires'
import { Draining } from '../../lifecycle/draining'
import { Readiness } from '../../lifecycle/readiness'
import { currentCall } from '../kernel/current-call'
import { failureOf } from '../kernel/failures/failure'
import { newId } from '../kernel/random'
import type { Metrics } from './metrics'
import { databaseState } from './readiness'

/** The largest body, by content type: a multipart form may contain a picture. */
const bodyLimitBytes = { json: 64 * 1024, multipart: pictureMaxBytes + 64 * 1024 }

/** The outcome of a call, with the cookies that it sets. */
export interface CallAnswer {
  outcome: { ok: true; data: Record<string, unknown> } | { ok: false; code: ErrorName; data: Record<string, unknown> }
  setCookies: string[]
}

export interface ServerOptions {
  log: Logger
  /** Throws when the database cannot be written to. */
  probe(): Promise<void>
  /** Records calls for /metrics. */
  metrics: Metrics
  /** Told when the server is about to stop. */
  draining?: Draining | undefined
  /** Answers a call. The signal is aborted when the client has left. */
  answer(row: Call, request: FastifyRequest, left: AbortSignal): Promise<CallAnswer>
  /** Adds the routes that are not calls of the contract. */
  addRoutes(server: FastifyInstance): void
}

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

/** The account API over HTTP: a route for every row of the contract in every variant, and probes for the operator. */
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
    // A late request on a kept connection is answered, and the connection is closed after it.
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
    metrics.answered(call ?? 'none', told, reply.elapsedTime)
    request.log.info({ call: call ?? 'none', outcome: told, ms: Math.round(reply.elapsedTime) }, 'call answered')
  })

  draining.watch(api)
  // A client may keep a connection open after its last answer, or open one and never ask, which Node does not count as
  // idle. Neither may delay the stop of the server.
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

  for (const row of allCalls) for (const variant of variantsOf(row)) addCall(api, options, row, variant)

  api.get('/healthz', async () => ({ status: 'alive' }))
  api.get('/readyz', async (_request, reply) => {
    const notReady = draining.isDraining ? 'stopping' : await readiness.now()
    return reply.code(notReady === undefined ? 200 : 503).send({ status: notReady ?? 'ready' })
  })
  api.get('/metrics', metrics.route)
  options.addRoutes(api)

  api.setNotFoundHandler((request, reply) => fail(request, reply, 'web', 'no_such_call', {}))
  api.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const wire = (request.routeOptions.config as RouteNotes | undefined)?.wire ?? 'web'
    if (error.statusCode === 413) return fail(request, reply, wire, 'too_large', {})
    if (error.statusCode && error.statusCode < 500) return fail(request, reply, wire, 'invalid_input', { fields: [] })
    request.log.error(failureOf(error), 'call failed')
    return fail(request, reply, wire, 'internal', {})
  })
  return api
}

/** The log id that a caller sends, if it is well-formed. It only labels lines in the log. */
const logIdIn = (given: string | string[] | undefined): string | undefined =>
  typeof given === 'string' && /^[\da-f-]{16,36}$/.test(given) ? given : undefined

interface RouteNotes {
  call?: string
  wire?: keyof typeof wires
}

/** The property of a request that holds the outcome of its call, for its line in the log. */
const outcome = Symbol('outcome')
type Answered = FastifyRequest & { [outcome]?: string }

const addCall = (
  api: FastifyInstance,
  { answer: answerCall }: ServerOptions,
  row: Call,
  variant: keyof typeof wireOfVariant,
): void => {
  const { path, wire } = endpointOf(row, variant)
  const config: RouteNotes = { call: row.name, wire }
  const handler = async (request: Answered, reply: FastifyReply) => {
    const left = new AbortController()
    reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
    const answer = await currentCall.run({ logId: request.id, row }, () => answerCall(row, request, left.signal))
    // An answer that a cache may give to others carries no cookies.
    const isShared = answer.outcome.ok && row.immutable
    if (!isShared) for (const cookie of answer.setCookies) reply.header('set-cookie', cookie)
    if (!answer.outcome.ok) return fail(request, reply, wire, answer.outcome.code, answer.outcome.data)
    request[outcome] = 'ok'
    if (row.answers === 'bytes') {
      const { media_type, bytes } = answer.outcome.data as FileAnswer
      reply.headers({ 'x-content-type-options': 'nosniff', ...(isShared && immutable) })
      return reply.type(media_type).send(Buffer.from(bytes))
    }
    return reply.send(wires[wire].seal({ ok: true, data: answer.outcome.data }))
  }
  const methods = row.alsoMethod ? [row.method, row.alsoMethod] : [row.method]
  const bodyLimit = bodyLimitBytes[row.body ?? 'json']
  api.route({ method: methods, url: routeOf(path), config, handler, bodyLimit, exposeHeadRoute: false })
}

const fail = (
  request: Answered,
  reply: FastifyReply,
  wire: keyof typeof wires,
  name: ErrorName,
  data: Record<string, unknown>,
) => {
  request[outcome] = name
  const { number, status } = errors[name]
  if (typeof data.retry_after === 'number') reply.header('retry-after', data.retry_after)
  return reply.code(status).send(wires[wire].seal({ ok: false, number, description: name, data }))
}
