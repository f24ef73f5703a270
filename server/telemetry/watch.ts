import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NotedCall } from '~/runtime/load-context'
import { languageIn } from './events'
import type { Telemetry } from './telemetry'
import { refusesTelemetry, setVisit, visitIn } from './visit'
import { isPage, whatOf } from './what'

/** The facts that telemetry may record of a request. */
class Noted {
  readonly calls: NotedCall[] = []
  visit: string | undefined
  /** True when the visit begins with this request. */
  isFirst = false

  constructor(visit: string | undefined) {
    this.visit = visit
  }

  readonly noteCall = (call: NotedCall): void => {
    this.calls.push(call)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The facts that telemetry may record of the request. Undefined: nothing. */
    noted?: Noted
  }
}

interface Watched {
  telemetry: Telemetry
  /** The pattern of the page at a path. */
  routeOf: (path: string) => string
  /** Routes that are neither pages nor files: the protocol's. */
  otherRoutes: readonly string[]
  /** True if people use https. */
  secure: boolean
}

/**
 * Makes telemetry record the answers of a server, after each is sent. A request with `DNT: 1` or `Sec-GPC: 1` is not
 * recorded, and its answer sets no cookie. Remaining events are sent when the server closes.
 */
export const watch = (server: FastifyInstance, { telemetry, routeOf, otherRoutes, secure }: Watched): void => {
  const others = new Set([...otherRoutes, '/healthz', '/readyz'])

  server.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    if (!refusesTelemetry(headers)) request.noted = new Noted(visitIn(headers.cookie ?? '', Date.now(), { secure }))
    done()
  })

  // A visit begins and continues with a page that was found, so a scanner begins none.
  server.addHook('onSend', (request, reply, payload, done) => {
    const { noted } = request
    if (noted && isPage(request, reply) && reply.statusCode < 400) {
      noted.isFirst = noted.visit === undefined
      noted.visit ??= telemetry.newVisit()
      reply.header('set-cookie', setVisit(noted.visit, Date.now(), { secure }))
    }
    done(null, payload)
  })

  server.addHook('onResponse', (request, reply, done) => {
    const { noted } = request
    if (noted && !others.has(request.routeOptions.url ?? '')) record(request, reply, noted)
    done()
  })

  const record = (request: FastifyRequest, reply: FastifyReply, { visit, isFirst, calls }: Noted) => {
    const path = pathOf(request)
    const page = routeOf(path)
    const what = whatOf(request, reply, { path, page })
    const language = languageIn(reply.getHeader('content-language'))
    const facts = {
      ...(visit !== undefined && { session: visit }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(language !== undefined && { language }),
    }
    if (isFirst) telemetry.record({ kind: 'session', route: page, ...facts })
    if (what && (visit !== undefined || what.kind === 'js_error')) telemetry.record({ ...what, ...facts })
    if (visit === undefined) return
    telemetry.see(visit)
    for (const { name, ...call } of calls) telemetry.record({ kind: 'http', route: name, ...facts, ...call })
  }

  server.addHook('onClose', () => telemetry.stop())
}

const pathOf = ({ raw }: FastifyRequest): string => (raw.url ?? '').split('?', 1)[0] ?? ''
