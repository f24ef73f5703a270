import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { AppLoadContext } from '@remix-run/node'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import Negotiator from 'negotiator'
import type { Logger } from 'pino'
import type { Env } from '../app/env.server'
import type { Problem, ProblemKind } from '../app/navigation/problem'
import { clientAddressReader } from './client-address'
import { type Body, isForm, type MemoryBudget, readBody, toRequest } from './incoming'
import { isFromUs } from './origin-check'
import { PageInPieces } from './page-memory/page-in-pieces'
import { PageMemory } from './page-memory/page-memory'
import { isReachable } from './readiness'
import type { App } from './remix-build'

/** The memory for all large bodies that are under way: about eight of the largest files. */
const largeBodyBudgetBytes = 40 * 1024 * 1024
/** How long requests may still take when the server is told to stop: longer than a call of the account API may take. */
const stopGraceMs = 6000
/** A path that no page has. The app renders a refusal of the server there, in the person's language. */
const refusalPath = '/-/refused'
/** Cheap enough for every answer: a window of 8 kB holds most of a page. Remembered pages are compressed once, and better. */
const compression = { level: 5, windowBits: 13, memLevel: 6 }
const yearSeconds = 365 * 24 * 60 * 60

interface Parts {
  env: Env
  app: App
  log: Logger
  /** The folder of the built client files. */
  clientFolder: string
}

/** The web app's HTTP server: limits, Origin check, static files, remembered pages, and Remix for the rest. */
export const createWebServer = async ({ env, app, log, clientFolder }: Parts): Promise<FastifyInstance> => {
  const origin = env.publicUrl.origin
  const memory = new PageMemory({ app, origin })
  const clientAddressOf = clientAddressReader(log)
  const largeBodyBudget: MemoryBudget = { leftBytes: largeBodyBudgetBytes }
  const server: FastifyInstance = fastify({
    genReqId: () => randomBytes(8).toString('hex'),
    ...(env.trustProxy !== undefined && { trustProxy: env.trustProxy }),
    // Long enough for a photo on a slow link.
    requestTimeout: 180_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 15_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, request, reply) => refuse('bad_request', request, reply),
  })

  /** Lets the app answer a request. */
  const answer = async (
    request: Request,
    fastifyRequest: FastifyRequest,
    reply: FastifyReply,
    more: Pick<AppLoadContext, 'refusal' | 'cutOff'> = {},
  ): Promise<FastifyReply> => {
    const { id } = fastifyRequest
    const context: AppLoadContext = { clientAddress: clientAddressOf(fastifyRequest), logId: id, log, ...more }
    const response = await app.handle(request, context)
    // A route without a component only names the problem; the server has the page rendered.
    if (response.headers.has('x-remix-catch')) {
      const { kind } = (await response.json()) as Problem
      return refuse(kind, fastifyRequest, reply)
    }
    if (response.status === 405 && !isHtml(response)) return refuse('method', fastifyRequest, reply)
    return send(response, context.formToken ?? '', reply)
  }

  const refuse = async (kind: ProblemKind, request: FastifyRequest, reply: FastifyReply) => {
    const headers: [string, string][] = ['cookie', 'accept-language'].map((name) => [
      name,
      String(request.headers[name] ?? ''),
    ])
    return answer(new Request(origin + refusalPath, { headers }), request, reply, { refusal: kind })
  }

  const send = async (response: Response, formToken: string, reply: FastifyReply) => {
    reply.code(response.status)
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    if (response.body === null) return reply.send()
    if (response.status === 500 && !isHtml(response))
      return reply.type('text/html; charset=utf-8').send(lastPage(reply))
    if (!isHtml(response)) return reply.send(Buffer.from(await response.arrayBuffer()))
    const text = await response.text()
    if (!acceptsGzip(reply.request)) return reply.send(Buffer.from(text))
    reply.header('content-encoding', 'gzip')
    return reply.send(new PageInPieces(text, formToken, compression).gzip(formToken))
  }

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-log-id', request.id).header('x-content-type-options', 'nosniff')
    if (env.secure) reply.header('strict-transport-security', `max-age=${yearSeconds}`)
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD' && !isFromUs(request.headers, env.publicUrl))
      return refuse('origin', request, reply)
    // An absolute URL is for a proxy, and no path of ours.
    if (!request.raw.url?.startsWith('/')) return refuse('bad_request', request, reply)
  })

  server.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const line = { logId: request.id, method: request.method, path: pathOf(request), status: statusCode, ms }
    if (statusCode >= 500) log.error(line, 'answered')
    else if (env.deployment === 'production') log.info(line, 'answered')
    else log.debug(line, 'answered')
  })

  // Requests under way are answered. An upload that does not end is cut off, so that the process can stop.
  server.addHook('preClose', async () => {
    setTimeout(() => server.server.closeAllConnections(), stopGraceMs).unref()
  })

  server.setErrorHandler((error, request, reply) => {
    // The visitor left before the form was complete: nobody reads the answer, and nothing failed.
    if (request.raw.destroyed && !request.raw.complete) {
      log.debug({ logId: request.id }, 'the visitor left')
      return reply.code(400).send()
    }
    log.error({ logId: request.id, err: error }, 'a request failed')
    reply.removeHeader('content-encoding')
    return reply.code(500).type('text/html; charset=utf-8').send(lastPage(reply))
  })

  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) => {
    const maxBytes = app.largeBodyMaxBytes(pathOf(request))
    return maxBytes === undefined
      ? readBody(payload, { maxBytes: app.visitors.bodyMaxBytes({}) })
      : readBody(payload, { maxBytes, budget: largeBodyBudget })
  })

  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const ready = await isReachable(env.accountApi.url)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'the account API does not answer' })
  })

  await server.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // File names below assets contain a hash of the content.
      const isHashed = path.startsWith(join(clientFolder, 'assets'))
      reply.setHeader('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600')
      reply.setHeader('cross-origin-resource-policy', 'same-origin')
    },
  })

  server.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      const { headers, raw } = request
      const url = raw.url ?? '/'
      const remembered = await memory.recall({
        method: request.method,
        url,
        cookie: headers.cookie ?? '',
        acceptLanguage: headers['accept-language'] ?? '',
      })
      if (!remembered) return withRequest(raw, { origin, url }, request, reply)
      reply.headers(remembered.headers)
      if (remembered.setCookie) reply.header('set-cookie', remembered.setCookie)
      if (!acceptsGzip(request)) return reply.send(remembered.page.plain(remembered.formToken))
      return reply.header('content-encoding', 'gzip').send(remembered.page.gzip(remembered.formToken))
    },
  })

  server.post('*', async (request, reply) => {
    const body = (request.body ?? Buffer.alloc(0)) as Body
    const url = request.raw.url ?? '/'
    const isLarge = app.largeBodyMaxBytes(pathOf(request)) !== undefined
    if (body === 'too_many') return refuse('too_many', request, reply)
    if (body === 'too_large') {
      if (!isLarge) return refuse('too_large', request, reply)
      return withRequest(request.raw, { origin, url }, request, reply, { cutOff: true })
    }
    try {
      if (!isForm(request.headers['content-type'] ?? '')) return await refuse('bad_request', request, reply)
      return await withRequest(request.raw, { origin, url, body }, request, reply)
    } finally {
      if (isLarge) largeBodyBudget.leftBytes += body.length
    }
  })

  const withRequest = async (
    raw: FastifyRequest['raw'],
    sent: Parameters<typeof toRequest>[1],
    request: FastifyRequest,
    reply: FastifyReply,
    more: Pick<AppLoadContext, 'cutOff'> = {},
  ) => {
    let asked: Request
    try {
      asked = toRequest(raw, sent)
    } catch {
      return refuse('bad_request', request, reply)
    }
    return answer(asked, request, reply, more)
  }

  server.setNotFoundHandler((request, reply) => {
    reply.header('allow', 'GET, HEAD, POST')
    return refuse('method', request, reply)
  })

  return server
}

const isHtml = (response: Response) => response.headers.get('content-type')?.startsWith('text/html') ?? false

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip'

const pathOf = ({ raw }: FastifyRequest): string => ((raw.url ?? '').split('?')[0] ?? '').slice(0, 200)

/** The page for when even the problem page cannot be rendered. */
const lastPage = (reply: FastifyReply): string =>
  `<!DOCTYPE html><html lang="zh-Hans"><head><meta charset="utf-8"><title>500</title></head><body><p>暂时无法使用，请稍后再试。</p><p lang="en">Not available right now. Please try again in a while.</p><p>${reply.request.id}</p></body></html>`
