import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A request to an address given by an outsider. */
export interface OutsideRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The longest answer that is read. 0: only the status is needed. */
  maxBytes: number
  /** The time limit for everything: the lookup of the name, the connection, the request and the answer. */
  patienceMs: number
  signal?: AbortSignal
}

export interface OutsideAnswer {
  status: number
  /** The header Retry-After, if the answer has it. */
  retryAfter?: string | undefined
  /** Undefined: the body is longer than the limit, or incomplete. */
  body: Uint8Array | undefined
}

/**
 * Makes a request to an address given by an outsider, which may be anything. Redirects are not followed.
 * @throws NotAsked if no request is made; another error if no answer came in time
 */
export type AskOutside = (url: string, request: OutsideRequest) => Promise<OutsideAnswer>

/** A request was not made, because its address may lead to this machine or to a network around it. */
export class NotAsked extends Error {}

/** The reason why no request is made to an outsider's address. The host is checked first. */
export type OutsideRefusal = 'not_public' | 'not_https' | 'port'

/** Makes requests that may also go to this machine, in a local deployment. */
export interface OutsideOrLocal {
  ask: AskOutside
  refusalOf(address: string): OutsideRefusal | undefined
}

/** The IPv6 addresses that the Internet routes to hosts (RFC 4291, section 2.4). The rest is reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True when an IP address belongs to a host of the public network: not to this machine, nor to a network around it.
 * False for every IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

/** Names that no public server has: RFC 6761, RFC 6762, RFC 8375, and names that ICANN reserves for private use. */
const privateName = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/

const isPublicHost = (hostname: string): boolean => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return isPublicAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !privateName.test(name)
}

/** Lower ports belong to other protocols. */
const firstFreePort = 1024

/**
 * Checks an outsider's address by its text. The addresses that its name resolves to are checked at each request.
 * @returns why no request is made; undefined when it may be made
 */
export const outsideRefusal = (address: string): OutsideRefusal | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return 'not_https'
  if (!isPublicHost(url.hostname)) return 'not_public'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'not_https'
  return url.port === '' || Number(url.port) >= firstFreePort ? undefined : 'port'
}
