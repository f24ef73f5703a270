import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headerNames, sessionCookie } from '../../contract/headers'
import { beginningPath, protocolRoutes } from '../../contract/open-paths'
import { signatureHeaders } from '../../contract/signing'
import { deviceRoutes } from '../authorisation/devices'
import { Protocol } from '../authorisation/protocol'
import { signOutPath } from '../authorisation/sign-out'
import { failureOf } from '../domain/failure'
import { limitedClientAddress } from '../domain/limit/client-address'
import { count } from '../domain/limit/limits'
import { findSession } from '../domain/session/session'
import type { SessionRecord } from '../domain/session/session-store'
import type { ApiOptions } from './api-options'
import { readCookies } from './cookies'
import { rawBody } from './raw-request'
import { signedBy } from './signed-by'

/**
 * The endpoints of the protocol of open authorisation. They are open to everybody, as at the public URL. Only of a request
 * that is signed by the web app are the session and the client address believed.
 */
export const addProtocol = (api: FastifyInstance, options: ApiOptions): void => {
  const { protocol = new Protocol(options.service) } = options
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const from = await senderOf(options, request)
    if (!from) return reply.code(401).send({ error: 'signature_refused' })
    if (!(await mayBegin(options, request, from))) return reply.code(429).send({ error: 'temporarily_unavailable' })
    const { method, url, headers } = request
    reply.hijack()
    reply.raw.setHeader(headerNames.logId, request.id)
    const asked = {
      method,
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]])),
      body: rawBody(request),
      ...from,
      log: (fields: object, message: string) => request.log.info(fields, message),
    }
    await protocol.answer(asked, reply.raw).catch((error: unknown) => {
      // Nothing answers for a reply that was handed over.
      request.log.error(failureOf(error), 'call failed')
      if (!reply.raw.headersSent) reply.raw.writeHead(500, { 'content-type': 'application/json' })
      reply.raw.end('{"error":"server_error"}')
    })
  }
  for (const url of protocolRoutes)
    api.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url,
      handler,
      config: { call: 'protocol' },
      exposeHeadRoute: false,
    })
}

interface Sender {
  clientAddress: string
  session: SessionRecord | undefined
}

/** Who sends a request. Undefined: it is signed, and not well. */
const senderOf = async (options: ApiOptions, request: FastifyRequest): Promise<Sender | undefined> => {
  if (request.headers[signatureHeaders.signature] === undefined)
    return { clientAddress: request.ip, session: undefined }
  // A repeated request is judged by the protocol: its codes and tokens are used once.
  if (!(await signedBy(options, request, { isHarmless: true, ownOnly: true })).ok) return undefined
  const token = readCookies(request.headers.cookie).get(sessionCookie)
  return {
    clientAddress: String(request.headers[headerNames.clientAddress] ?? request.ip),
    session: token === undefined ? undefined : await findSession(options.service, token),
  }
}

/** The paths at which a record is made that waits for a person, and the limit of each for those who are signed out. */
const beginnings = new Map([
  [beginningPath, 'openRequestsFromAnAddress' as const],
  [signOutPath, 'signOutRequestsFromAnAddress' as const],
  [deviceRoutes.device_authorization, 'deviceRequestsFromAnAddress' as const],
])

/** Whoever is signed in does not depend on how many others have the same address. */
const mayBegin = async (
  { service: { setting, storage } }: ApiOptions,
  { url }: FastifyRequest,
  { clientAddress, session }: Sender,
): Promise<boolean> => {
  const limit = beginnings.get(url.split('?', 1)[0] ?? '')
  if (!limit) return true
  const at = setting.now()
  const counted = session
    ? count(storage, 'openRequests', { subject: session.accountId, at })
    : count(storage, limit, { subject: limitedClientAddress(clientAddress), at })
  return (await counted).within
}
