import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Answers, leftSignal } from './answers'
import type { ReadBody } from './incoming'
import type { App } from './remix-build'

interface Parts {
  app: App
  answers: Answers
  log: Logger
  clientAddressOf: (request: FastifyRequest) => string
}

/**
 * A path with `.` or `..`. An account API that resolves them would read another path, with this program's signature.
 */
const hasSteps = (url: string): boolean => /[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(url.split('?', 1)[0] ?? '')

/** Forwards the paths of the protocol of open authorisation to the account API. Answers for people become a page. */
export const handProtocolThrough = (server: FastifyInstance, { app, answers, log, clientAddressOf }: Parts): void => {
  const ask = (request: FastifyRequest, reply: FastifyReply, body: Buffer<ArrayBuffer> | undefined) =>
    app.visitors.handThrough({
      method: request.method,
      url: request.raw.url ?? '/',
      headers: request.headers,
      body,
      clientAddress: clientAddressOf(request),
      logId: request.id,
      left: leftSignal(reply),
    })

  const answer = async (request: FastifyRequest, reply: FastifyReply, body: Buffer<ArrayBuffer> | undefined) => {
    const isForPerson = request.method === 'GET' && String(request.headers.accept ?? '').includes('text/html')
    const answered = await ask(request, reply, body).catch((error: unknown) => {
      log.error({ logId: request.id, err: error }, 'the account API gave no answer')
      return undefined
    })
    if (!answered && isForPerson) return answers.refuse('unavailable', request, reply)
    if (!answered) return reply.code(503).send({ error: 'temporarily_unavailable' })
    const { status, headers, setCookies, body: bytes, isForPage } = answered
    if (status === 429 && isForPerson) return answers.refuse('too_many', request, reply)
    if (isForPage) return answers.refuse(status < 500 ? 'authorisation' : 'unavailable', request, reply)
    reply.code(status).headers(headers)
    for (const cookie of setCookies) reply.header('set-cookie', cookie)
    return reply.send(Buffer.from(bytes))
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = request.body as ReadBody | undefined
    if (body === 'too_many' || body === 'too_large')
      return reply.code(body === 'too_large' ? 413 : 429).send({ error: 'invalid_request' })
    try {
      if (hasSteps(request.raw.url ?? '')) return await answers.refuse('not_found', request, reply)
      return await answer(request, reply, body?.bytes)
    } finally {
      body?.free()
    }
  }

  for (const url of app.visitors.protocolRoutes)
    server.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler, exposeHeadRoute: false })
  for (const url of app.visitors.protocolDocuments) server.route({ method: 'HEAD', url, handler })
}

/** True when a path belongs to the protocol, so other sites may post to it. */
export const isOfProtocol = ({ visitors }: App, path: string): boolean =>
  visitors.protocolRoutes.some((route) => (route.endsWith('*') ? path.startsWith(route.slice(0, -1)) : path === route))
