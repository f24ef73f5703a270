import type { FastifyRequest } from 'fastify'

/** The body as it came. */
export const rawBody = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

/** A header that came once; empty otherwise. */
export const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
