import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** A request for a call: over HTTP, or from the web app in this process. */
export type CallRequest = {
  /** Names the request in the log. */
  id: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  method: string
  /** By their names in lower case. */
  headers: IncomingHttpHeaders
  /** The address at the other end of the connection. Empty: the machine of the database. */
  peerAddress: string
} & (Here | Sent)

/** A request in this process. Nobody else can make it, so it needs no signature. */
interface Here {
  values: Record<string, unknown>
}

interface Sent {
  values?: undefined
  /** The path with its query, as sent. */
  path: string
  /** All values of each header, for its signature. */
  allHeaders: NodeJS.Dict<string[]>
  /** The decoded values of the fields in the path. */
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Buffer
}

/** A request as it came over HTTP. */
export const callRequestOf = (request: FastifyRequest): CallRequest & Sent => ({
  id: request.id,
  log: request.log as Pick<Logger, 'info' | 'warn' | 'error'>,
  method: request.method,
  path: request.raw.url ?? '',
  headers: request.headers,
  allHeaders: request.raw.headersDistinct,
  params: request.params as Record<string, unknown>,
  query: request.query as Record<string, unknown>,
  body: rawBody(request),
  peerAddress: request.ip,
})

export const rawBody = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

/** A header that occurs once; otherwise empty. */
export const header = ({ headers }: Pick<CallRequest, 'headers'>, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
