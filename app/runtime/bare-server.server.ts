import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { plainClientAddress } from '#rules/client-address'
import { type Env, env, isFromUs } from './env.server'
import type { Args } from './load-context'

// remix-serve passes only the request to the app, and refuses a foreign Origin with an empty 500. Node announces each
// request before any server sees it. At that moment, the request gets what the web server would pass to the app.

/** True in a process of remix-serve. */
const isBare = /\bremix-serve\b|@remix-run[\\/]serve\b/.test(process.argv[1] ?? '')

/** The headers of these facts. They are overwritten in each request, so no visitor can set them. */
const headers = { clientAddress: 'x-bare-client-address', refusal: 'x-bare-refusal' }

/** Prepares the requests of a process of remix-serve. */
export const prepareBareRequests = (): void => {
  if (isBare)
    subscribe('http.server.request.start', (message) =>
      prepare((message as { request: IncomingMessage }).request, env()),
    )
}

type Incoming = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Writes the client address into a request, and turns a form of another site into a request for the page of its
 * refusal.
 */
export const prepare = (
  request: Incoming,
  { trustProxy, publicUrls }: Pick<Env, 'trustProxy' | 'publicUrls'>,
): void => {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  request.headers[headers.clientAddress] = clientAddressIn(request.socket.remoteAddress ?? '', forwarded, trustProxy)
  delete request.headers[headers.refusal]
  if (request.method === 'GET' || request.method === 'HEAD' || isFromUs(request.headers, publicUrls)) return
  request.headers[headers.refusal] = 'origin'
  const query = /\?.*/.exec(request.url ?? '')?.[0] ?? ''
  Object.assign(request, { method: 'GET', url: `/-/refused${query}` })
}

/** The nearest address that is not a trusted proxy. An unreadable entry counts as the proxy that wrote it. */
const clientAddressIn = (peer: string, forwarded: string, trustProxy: string | undefined): string => {
  let nearest = plainClientAddress(peer) ?? ''
  for (const entry of forwarded.split(',').reverse()) {
    const further = plainClientAddress(entry.trim())
    if (further === undefined || !isTrusted(nearest, trustProxy)) return nearest
    nearest = further
  }
  return nearest
}

/** Named networks of the web server, in the terms of ipaddr.js. */
const named: Record<string, readonly string[]> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
}

const isTrusted = (text: string, trustProxy = ''): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return trustProxy.split(',').some((each) => {
    const network = each.trim()
    if (network in named) return named[network]?.includes(address.range())
    if (!network.includes('/')) return plainClientAddress(network) === text
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === address.kind() && address.match(base, bits)
  })
}

const told = ({ request }: Pick<Args, 'request'>, name: keyof typeof headers): string | undefined =>
  (isBare && request.headers.get(headers[name])) || undefined

export const clientAddressOf = (args: Pick<Args, 'context' | 'request'>): string =>
  args.context.clientAddress ?? told(args, 'clientAddress') ?? '127.0.0.1'

/** Why the server has refused a request. Undefined: it has not. */
export const refusalOf = (args: Pick<Args, 'context' | 'request'>): Args['context']['refusal'] =>
  args.context.refusal ?? (told(args, 'refusal') === 'origin' ? 'origin' : undefined)
