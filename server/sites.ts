import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { leftSignal } from './answers'
import type { App } from './remix-build'

/**
 * Answers this product's paths at protected sites, whose proxies forward them. A proxy asks at each request of its
 * site, so these requests do not wait for a turn among pages.
 */
export const answerSites = (server: FastifyInstance, { app, log }: { app: App; log: Logger }): void => {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = {
      url: request.raw.url ?? '/',
      method: request.method,
      headers: request.headers,
      origin: originOf(request),
      logId: request.id,
      left: leftSignal(reply),
    }
    const answered = await app.visitors.answerAtSite(asked).catch((error: unknown) => {
      log.error({ logId: request.id, err: error }, 'the account API gave no answer')
      return undefined
    })
    if (!answered) return reply.code(503).header('retry-after', '30').type('text/plain').send('Try again in a while.\n')
    reply.code(answered.status).headers(answered.headers)
    for (const cookie of answered.setCookies) reply.header('set-cookie', cookie)
    return reply.send(answered.body)
  }
  for (const url of app.visitors.siteRoutes) server.route({ method: ['GET', 'HEAD'], url, handler })
}

/** The origin of a site. X-Forwarded-Host and X-Forwarded-Proto count if they come from a proxy of TRUST_PROXY. */
const originOf = ({ protocol, host }: FastifyRequest): string => {
  const named = `${protocol}://${host}`
  if (!URL.canParse(named)) return ''
  const { origin, href } = new URL(named)
  // A host must not contain a user or a path.
  return href === `${origin}/` ? origin : ''
}
