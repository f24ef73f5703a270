import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { plainClientAddress } from '#rules/client-address'

/**
 * The client address of each request, stored in the request, because a WeakMap would keep requests until the next
 * collection of the old generation.
 */
const clientAddress = Symbol('client address')
type Asking = FastifyRequest & { [clientAddress]?: string }

/** Recently read spellings: reading one takes as long as all other rules for a cached page. */
const spellings = new LRUCache<string, { address: string | undefined }>({ max: 2000 })
const spellingMaxLength = 64

const read = (text: string): string | undefined => {
  const known = spellings.get(text)
  if (known) return known.address
  const address = plainClientAddress(text)
  if (text.length <= spellingMaxLength) spellings.set(text, { address })
  return address
}

/**
 * Reads the client address of a request: the nearest address in X-Forwarded-For that is not a trusted proxy, or the
 * address of the connection. An unreadable entry counts as the proxy that wrote it, which is logged once.
 */
export const clientAddressReader = (log: Logger): ((request: FastifyRequest) => string) => {
  let isTold = false
  const readOnce = (request: FastifyRequest): string => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    // Fastify compares whole entries with the trusted proxies, and reads them only now.
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(',')
    const believed = request.ips ?? [request.ip]
    const addresses = believed.map((entry = '') => read(entry))
    const last = addresses.length - 1
    if (last > 0 && addresses[last] === undefined && !isTold) {
      isTold = true
      const entry = believed[last]?.slice(0, 64)
      log.warn({ entry }, 'a proxy sent an unreadable client address; its own address is used instead')
    }
    return addresses.findLast((address) => address !== undefined) ?? ''
  }
  return (request: Asking) => {
    request[clientAddress] ??= readOnce(request)
    return request[clientAddress]
  }
}

const withoutPort = (entry: string): string => read(entry.trim()) ?? entry
