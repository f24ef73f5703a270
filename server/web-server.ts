import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Logger } from 'pino'
import { Draining } from '#process/draining'
import { Readiness } from '#process/readiness'
import { version } from '#rules/version'
import { type Env, isFromUs } from '~/runtime/env.server'
import { Answers, acceptsGzip, leftSignal, sendCrowded, sendLast } from './answers'
import { BodyMemory } from './body-memory'
import { clientOf } from './client'
import { clientAddressReader } from './client-address'
import { type Door, doorOf } from './door'
import { isForm, type ReadBody, readBody, toRequest } from './incoming'
import { limitConnections, RequestsInFlight } from './limits/in-flight'
import { Pace } from './limits/pace'
import { Pipelines } from './limits/pipelines'
import { BusyForms } from './page-memory/busy-forms'
import { lookedAt, PageMemory } from './page-memory/page-memory'
import { handProtocolThrough, isOfProtocol } from './protocol'
import { accountApiState } from './readiness'
import type { App } from './remix-build'
import { answerSites } from './sites'
import { createTelemetry, watch } from './telemetry'

/**
 * The memory for all bodies being received: some thousand forms, and about eight of the largest files; half of it for
 * one client.
 */
const mostFormBytes = { each: 8 * 1024 * 1024, all: 16 * 1024 * 1024 }
const mostLargeBodyBytes = { each: 20 * 1024 * 1024, all: 40 * 1024 * 1024 }
/** How long running requests may still take when the server stops: longer than a call of the account API may take. */
const stopGraceMs = 6000
/**
 * Longer than the path of any page. The router's time grows with the square of a run of slashes, at each of a hundred
 * routes.
 */
const pathMaxLength = 500
/**
 * The maximum length of a request line with its headers. A proxy of a protected site also sends the cookies of its
 * program.
 */
const headMaxBytes = { ofPages: 16 * 1024, ofSites: 64 * 1024 }
const yearSeconds = 365 * 24 * 60 * 60

interface Parts {
  env: Env
  app: App
  log: Logger
  /** The folder of the built client files. */
  clientFolder: string
  /** Called when the server is about to stop. */
  draining?: Draining
  /** The public site, unless this is the desk. */
  at?: Door['name']
}

/** The web app's HTTP server: limits, Origin check, static files, cached pages, and Remix for the rest. */
export const createWebServer = async ({
  env,
  app,
  log,
  clientFolder,
  draining = new Draining(),
  at = 'public',
}: Parts): Promise<FastifyInstance> => {
  const door = doorOf(env, at)
  const { origin } = door
  const memory = new PageMemory({ app, origin })
  const clientAddressOf = clientAddressReader(log)
  const pace = new Pace()
  const busyForms = at === 'public' ? new BusyForms({ app, origin, pages: memory }) : undefined
  const variantOf = ({ headers }: FastifyRequest) => env.variantAt(headers.host ?? '')
  const answers = new Answers({ app, door, log, clientAddressOf, variantOf, pace, busyForms })
  const [inFlight, pipelines] = [new RequestsInFlight(), new Pipelines()]
  const [formMemory, largeBodyMemory] = [new BodyMemory(mostFormBytes), new BodyMemory(mostLargeBodyBytes)]
  const refuse = answers.refuse.bind(answers)
  const readiness = new Readiness(() => accountApiState(env.accountApi.url, app.visitors.tryAccountApi), log)
  const server: FastifyInstance = fastify({
    // 16 hexadecimal digits. Node draws the bits of many UUIDs at once, at a tenth of the cost of single bytes.
    genReqId: () => randomUUID().slice(-17).replace('-', ''),
    ...(env.trustProxy !== undefined && { trustProxy: env.trustProxy }),
    // Long enough for a photo on a slow link.
    requestTimeout: 180_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000, maxHeaderSize: headMaxBytes.ofSites },
    forceCloseConnections: 'idle',
    // A late request on a kept connection gets the page, and the connection is closed afterwards.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => refuse('bad_request', request, reply),
  })

  const { protocolRoutes, siteRoutes } = app.visitors
  const atSites = new Set<string>(siteRoutes)
  // The receiver of telemetry learns nothing about the acts of operators.
  const telemetry = at === 'public' ? createTelemetry(env.telemetry, log) : undefined
  if (telemetry)
    watch(server, { telemetry, ...app, otherRoutes: [...protocolRoutes, ...siteRoutes], secure: env.secure })

  server.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    if (!(await pipelines.turn(socket, reply.raw))) {
      reply.hijack()
      socket.destroy()
      return
    }
    reply.header('x-log-id', request.id).header('x-content-type-options', 'nosniff')
    if (!inFlight.begin(clientAddressOf(request), reply.raw)) return sendCrowded(reply)
    if (env.secure) reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    const { method } = request
    const [path = ''] = (request.raw.url ?? '').split('?', 1)
    const isHarmless = method === 'GET' || method === 'HEAD' || isOfProtocol(app, path)
    if (!isHarmless && !isFromUs(request.headers, door.urls)) return refuse('origin', request, reply)
    // An absolute URL is meant for a proxy, and is not a path of this site.
    if (!path.startsWith('/')) return refuse('bad_request', request, reply)
    // A proxy and this server could each use another one (RFC 9112, section 3.2).
    if (hasTwoHosts(request.raw)) return refuse('bad_request', request, reply)
    if (!atSites.has(path) && headBytesOf(request.raw) > headMaxBytes.ofPages)
      return refuse('bad_request', request, reply)
    if (path.length > pathMaxLength || path.includes('//')) return refuse('not_found', request, reply)
    if (!door.serves(path)) return refuse('not_found', request, reply)
  })

  draining.watch(server)
  pace.watch(server.server)
  if (env.trustProxy === undefined) limitConnections(server.server)

  server.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const line = { logId: request.id, method: request.method, path: pathOf(request), status: statusCode, ms }
    if (statusCode === 503) log.warn(line, 'answered')
    else if (statusCode >= 500) log.error(line, 'answered')
    else if (env.deployment === 'production') log.info(line, 'answered')
    else log.debug(line, 'answered')
  })

  // Running requests are answered. An endless upload is cut off, so the process can stop.
  server.addHook('preClose', async () => {
    setTimeout(() => server.server.closeAllConnections(), stopGraceMs).unref()
  })

  server.setErrorHandler((error, request, reply) => {
    // The visitor disconnected before the form was complete, so nobody reads the answer, and nothing failed.
    if (request.raw.destroyed && !request.raw.complete) {
      log.debug({ logId: request.id }, 'the visitor left')
      return reply.code(400).send()
    }
    // A refusal by Fastify itself, such as of a Content-Type that it cannot read.
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode < 500) return refuse('bad_request', request, reply)
    log.error({ logId: request.id, err: error }, 'a request failed')
    return sendLast(reply)
  })

  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage): Promise<ReadBody> => {
    const client = clientOf(clientAddressOf(request))
    const largeMaxBytes = app.largeBodyMaxBytes(pathOf(request))
    if (largeMaxBytes === undefined)
      return readBody(payload, { maxBytes: app.visitors.bodyMaxBytes({}), memory: formMemory.of(client) })
    // For a signed-out visitor, a large body is dropped while it arrives, because its page redirects to the sign-in.
    const isSignedIn = await app.visitors.isSignedIn(request.headers.cookie ?? '', at)
    return readBody(payload, { maxBytes: isSignedIn ? largeMaxBytes : 0, memory: largeBodyMemory.of(client) })
  })

  server.get('/healthz', async () => ({ status: 'alive', version }))
  // The addresses at which password managers and browsers look for these pages (W3C change-password-url and
  // passkey-endpoints).
  server.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/settings/password'))
  server.get('/.well-known/passkey-endpoints', async () => {
    const manage = new URL('/settings/passkeys', env.publicUrl).href
    return { enroll: `${manage}/new`, manage }
  })
  server.get('/readyz', async (_request, reply) => {
    const notReady = draining.isDraining ? 'stopping' : await readiness.now()
    return reply.code(notReady === undefined ? 200 : 503).send({ status: notReady ?? 'ready' })
  })

  await server.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The entity tag is enough for revalidation, and a hashed name is never requested again.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      // File names below assets contain a hash of the content.
      const isHashed = path.startsWith(join(clientFolder, 'assets'))
      reply.setHeader('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600')
      reply.setHeader('cross-origin-resource-policy', 'same-origin')
      // Shared caches keep compressed files apart.
      reply.setHeader('vary', 'accept-encoding')
    },
  })

  /** An old phone, recognised by its name, is redirected from the sign-in page to the small one. */
  const isRemembered = ({ method, url, headers }: FastifyRequest): boolean => {
    const told = { cookie: headers.cookie ?? '', userAgent: headers['user-agent'] ?? '' }
    return at === 'public' && method === 'GET' && !app.visitors.leadsToSmall(url.split('?', 1)[0] ?? '', told)
  }

  if (at === 'public') {
    handProtocolThrough(server, { app, answers, log, clientAddressOf })
    answerSites(server, { app, log })
  }

  server.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      if (inFlight.isCrowd(clientAddressOf(request))) await pace.turn('crowd')
      const remembered = isRemembered(request) ? await memory.recall(lookedAt(request)) : undefined
      if (!remembered) return byApp(request, reply)
      reply.code(remembered.status).headers(remembered.headers)
      if (remembered.setCookies.length > 0) reply.header('set-cookie', remembered.setCookies)
      if (!acceptsGzip(request)) return reply.send(remembered.page.plain(remembered.formToken))
      return reply.header('content-encoding', 'gzip').send(remembered.page.gzip(remembered.formToken))
    },
  })

  server.post('*', async (request, reply) => {
    const body = request.body as ReadBody | undefined
    if (body === 'too_many') return refuse('too_many', request, reply)
    if (body === 'too_large') {
      if (app.largeBodyMaxBytes(pathOf(request)) === undefined) return refuse('too_large', request, reply)
      return byApp(request, reply, { cutOff: true })
    }
    try {
      if (!isForm(request.headers['content-type'] ?? '')) return await refuse('bad_request', request, reply)
      return await byApp(request, reply, { body: body?.bytes })
    } finally {
      body?.free()
    }
  })

  const byApp = (
    request: FastifyRequest,
    reply: FastifyReply,
    { body, ...more }: { body?: Buffer<ArrayBuffer> | undefined; cutOff?: boolean } = {},
  ): Promise<FastifyReply> => {
    const left = leftSignal(reply)
    const ask = () => toRequest(request.raw, { origin, url: request.raw.url ?? '/', body, left })
    return answers.inTurn({ ask, body, left }, request, reply, more)
  }

  server.setNotFoundHandler((request, reply) => {
    reply.header('allow', 'GET, HEAD, POST')
    return refuse('method', request, reply)
  })

  return server
}

const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length > 1

const headBytesOf = ({ url = '', rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((bytes, part) => bytes + part.length, url.length)

const pathOf = ({ raw }: FastifyRequest): string => ((raw.url ?? '').split('?')[0] ?? '').slice(0, 200)
