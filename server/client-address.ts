import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { plainClientAddress } from '../rules/client-address'

/**
 * Reads the client address of a request: the nearest in X-Forwarded-For that is no trusted proxy, or that of the
 * connection. An entry that cannot be read counts as the proxy that wrote it, and the log says so once.
 */
export const clientAddressReader = (log: Logger): ((request: FastifyRequest) => string) => {
  let isTold = false
  const read = new WeakMap<FastifyRequest, string>()
  const readOnce = (request: FastifyRequest): string => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    // Fastify compares whole entries with the trusted proxies, and reads them only now.
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(',')
    const believed = request.ips ?? [request.ip]
    const addresses = believed.map((entry = '') => plainClientAddress(entry))
    const last = addresses.length - 1
    if (last > 0 && addresses[last] === undefined && !isTold) {
      isTold = true
      const entry = believed[last]?.slice(0, 64)
      log.warn({ entry }, 'a proxy names a client address that cannot be read; its own address counts instead')
    }
    return addresses.findLast((address) => address !== undefined) ?? ''
  }
  return (request) => {
    const address = read.get(request) ?? readOnce(request)
    read.set(request, address)
    return address
  }
}

const withoutPort = (entry: string): string => plainClientAddress(entry.trim()) ?? entry
