import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { withTimeLimit } from '#process/time-limit'
import type { LookUpAddresses } from './look-up'
import {
  type AskOutside,
  isPublicAddress,
  NotAsked,
  type OutsideAnswer,
  type OutsideOrLocal,
  type OutsideRequest,
  outsideRefusal,
} from './outside'

interface Ways {
  lookUp: LookUpAddresses
  /** Checks each address that a name resolves to. */
  isPublic?: (address: string) => boolean
  /** The certificates of trusted authorities that replace those of Node.js, in PEM. */
  authorities?: string
  /** True when any request to a host is allowed, also by http: this machine, for a local deployment. */
  isTrusted?: (hostname: string) => boolean
}

/**
 * The HTTP client for all addresses given by outsiders: https, and public addresses only. A name is looked up once, and
 * the connection uses the checked address, so a name that changes meanwhile has no effect. The client follows no
 * redirect, decompresses nothing, keeps no connection open, and ignores proxies in the environment.
 */
export const outsideClient = ({
  lookUp,
  isPublic = isPublicAddress,
  authorities,
  isTrusted = () => false,
}: Ways): AskOutside => {
  /** Finds the addresses of a name. A single address that is not public refuses the name. */
  const pinned = async (hostname: string): Promise<LookupFunction> => {
    const addresses = await lookUp(hostname)
    if (addresses.length === 0) throw new Error(`${hostname} has no address`)
    if (!addresses.every(isPublic)) throw new NotAsked(`${hostname} is not public`)
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    return (_hostname, { all }, callback) =>
      all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)
  }

  return (address, asked) =>
    withTimeLimit({ ms: asked.patienceMs, until: asked.signal }, async (signal) => {
      const { hostname = '' } = URL.canParse(address) ? new URL(address) : {}
      if (isTrusted(hostname)) return send(new URL(address), { ...asked, signal })
      const refusal = outsideRefusal(address)
      if (refusal) throw new NotAsked(`an address is refused: ${refusal}`)
      const isLiteral = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
      return send(
        new URL(address),
        { ...asked, signal },
        {
          ...(!isLiteral && { lookup: await pinned(hostname) }),
          ...(authorities !== undefined && { ca: authorities }),
        },
      )
    })
}

/** The HTTP client of `outsideOrLocal`, and the rule that checks an address before the request. */
export const outsideOrLocal = (ways: Ways): OutsideOrLocal => ({
  ask: outsideClient(ways),
  refusalOf: (address) => {
    const { hostname = '', protocol, username, password } = URL.canParse(address) ? new URL(address) : {}
    const isPlain = /^https?:$/.test(protocol ?? '') && username === '' && password === ''
    return isPlain && ways.isTrusted?.(hostname) ? undefined : outsideRefusal(address)
  },
})

const send = (
  url: URL,
  { method = 'GET', headers, body, maxBytes, signal }: OutsideRequest,
  ways: { lookup?: LookupFunction; ca?: string } = {},
): Promise<OutsideAnswer> =>
  new Promise((resolve, reject) => {
    const asked = (url.protocol === 'http:' ? plainRequest : request)(url, {
      method,
      // A separate connection, which ignores proxies in the environment.
      agent: false,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'butterfly',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      ...(signal && { signal }),
      ...ways,
    })
    asked.on('error', reject)
    asked.on('close', () => reject(new Error(`${url.hostname} gave no answer`)))
    asked.on('response', (response) => {
      const end = (read?: Uint8Array) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: read })
        asked.destroy()
      }
      const announced = Number(response.headers['content-length'] ?? 0)
      if (maxBytes === 0 || announced > maxBytes) return end()
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', () => end())
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > maxBytes) end()
        else parts.push(part)
      })
      response.on('end', () => end(response.complete ? Buffer.concat(parts) : undefined))
      response.on('close', () => end())
    })
    asked.end(body)
  })
