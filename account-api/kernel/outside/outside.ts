import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A question to an address that somebody outside has named. */
export interface OutsideRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The longest answer that is read. 0: its status is enough. */
  maxBytes: number
  /** How long all of it may take: looking the name up, connecting, asking and the answer. */
  patienceMs: number
  signal?: AbortSignal
}

export interface OutsideAnswer {
  status: number
  /** Undefined: the body is longer than was asked for, or breaks off. */
  body: Uint8Array | undefined
}

/**
 * Asks an address that somebody outside has named, which may name anything. A redirect is an answer like any other.
 * @throws NotAsked for one that is not asked at all; another error where no answer came in time
 */
export type AskOutside = (url: string, request: OutsideRequest) => Promise<OutsideAnswer>

/** An address was not asked, because it may lead to this machine or to a network around it. */
export class NotAsked extends Error {}

/** Why an address that somebody outside has named is not asked. The host counts first. */
export type OutsideRefusal = 'not_public' | 'not_https' | 'port'

/** All that the Internet routes to hosts of IPv6 (RFC 4291, section 2.4). The rest is reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to a host of the public network: not to this machine, nor to a network around it. One of
 * IPv6 that carries an address of IPv4 (mapped, compatible, NAT64, 6to4, Teredo) does not, whatever it carries.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

/** Names that no public server has: RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps for private use. */
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
 * Judges an address that somebody outside has named, by its text. What a name leads to is judged each time that it is
 * asked.
 * @returns why it is not asked; undefined when it may be
 */
export const outsideRefusal = (address: string): OutsideRefusal | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return 'not_https'
  if (!isPublicHost(url.hostname)) return 'not_public'
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'not_https'
  return url.port === '' || Number(url.port) >= firstFreePort ? undefined : 'port'
}
