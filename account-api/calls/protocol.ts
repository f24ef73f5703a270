import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findSession } from '#account-api/accounts/sessions/session'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { isAfterCaptcha, keepBeginning } from '#account-api/applications/authorisation/beginning'
import { deviceRoutes } from '#account-api/applications/protocol/devices'
import type { TokensAnswered } from '#account-api/applications/protocol/request-log'
import { signOutPath } from '#account-api/applications/protocol/sign-out'
import { callRequestOf, rawBody } from '#account-api/http/raw-request'
import { failureOf } from '#account-api/kernel/failures/failure'
import { unreachable } from '#account-api/kernel/failures/unreachable'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count, type counterOf } from '#account-api/kernel/limits/limits'
import { beginningPath, comparedPath, protocolRoutes } from '#contract/applications/open-paths'
import { headerNames, sessionCookie } from '#contract/wire/headers'
import { signatureHeaders } from '#contract/wire/signing'
import type { ApiOptions, ServedOptions } from './api-options'
import { signedBy } from './checks/signed-by'
import { readCookies } from './cookies'

/**
 * The endpoints of the protocol of open authorisation. Everybody may use them, as at the public URL. The session and
 * the client address are trusted only if the web app has signed the request.
 */
export const addProtocol = (api: FastifyInstance, options: ServedOptions): void => {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const from = await senderOf(options, request)
    if (!from) return reply.code(401).send({ error: 'signature_refused' })
    const may = await mayBegin(options, request, from)
    if (may === 'after_captcha') return askForCaptcha(options, request, reply)
    if (may === 'later') return refuseMany(reply)
    const { method, headers } = request
    reply.hijack()
    reply.raw.setHeader(headerNames.logId, request.id)
    const asked = {
      method,
      // The library would ignore the rest of the path, and read a backslash as a slash.
      url: request.url.replaceAll('#', '%23'),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]])),
      body: rawBody(request),
      ...from,
      log: (fields: object, message: string) => request.log.info(fields, message),
      tokensAnswered: (answered: TokensAnswered) =>
        options.recording.tokens({ ...answered, logId: request.id, clientAddress: from.clientAddress }),
    }
    await options.protocol.answer(asked, reply.raw).catch((error: unknown) => {
      // A reply that was handed over gets no error answer.
      request.log.error(failureOf(error), 'call failed')
      const [status, later] = unreachable(error) ? [503, { 'retry-after': '5' }] : [500, {}]
      if (!reply.raw.headersSent) reply.raw.writeHead(status, { 'content-type': 'application/json', ...later })
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

/** The page of the web app that asks for a captcha. */
const beginningPage = '/login/begin'

interface Sender {
  clientAddress: string
  session: SessionRecord | undefined
}

/** The sender of a request. Undefined: it has an invalid signature. */
const senderOf = async (options: ApiOptions, request: FastifyRequest): Promise<Sender | undefined> => {
  if (request.headers[signatureHeaders.signature] === undefined)
    return { clientAddress: request.ip, session: undefined }
  // The protocol itself refuses a repeated request: its codes and tokens work once.
  if (!(await signedBy(options, callRequestOf(request), { isHarmless: true, ownOnly: true })).ok) return undefined
  const token = readCookies(request.headers.cookie).get(sessionCookie)
  return {
    clientAddress: String(request.headers[headerNames.clientAddress] ?? request.ip),
    session: token === undefined ? undefined : await findSession(options.service, token),
  }
}

/** The paths that create a record waiting for a person, each with its limit for signed-out visitors. */
const beginnings = new Map([
  [beginningPath, 'openRequestsFromAnAddress' as const],
  [signOutPath, 'signOutRequestsFromAnAddress' as const],
  [deviceRoutes.device_authorization, 'deviceRequestsFromAnAddress' as const],
])

/**
 * True when a request may begin. A signed-in person is not limited by others at the same address. After many requests
 * from one address, which a whole office may share, each person has to solve a captcha.
 */
const mayBegin = async (
  { service }: ApiOptions,
  request: FastifyRequest,
  { clientAddress, session }: Sender,
): Promise<'now' | 'later' | 'after_captcha'> => {
  const { deployment, storage } = service
  const limit = beginnings.get(comparedPath(request.url))
  if (!limit) return 'now'
  const at = deployment.now()
  const isWithin = async (...[name, subject]: Parameters<typeof counterOf>) =>
    (await count(storage, name, { ...subject, at })).within
  if (session) return (await isWithin('openRequests', { subject: session.accountId })) ? 'now' : 'later'
  const subject = { subject: limitedClientAddress(clientAddress) }
  if (await isWithin(limit, subject)) return 'now'
  if (limit !== 'openRequestsFromAnAddress' || !(await isWithin('manyOpenRequestsFromAnAddress', subject)))
    return 'later'
  return (await isAfterCaptcha(service, queryOf(request))) ? 'now' : 'after_captcha'
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/** The parameters of a request, from the query or the posted form. */
const queryOf = (request: FastifyRequest): string =>
  request.method === 'POST' ? rawBody(request).toString() : request.url.slice(pathOf(request).length + 1)

const refuseMany = (reply: FastifyReply) => reply.code(429).send({ error: 'temporarily_unavailable' })

/** Redirects a browser to the web app's page with a captcha, which continues with the same request. */
const askForCaptcha = async ({ service }: ApiOptions, request: FastifyRequest, reply: FastifyReply) => {
  const uid = await keepBeginning(service, queryOf(request))
  if (uid === undefined) return refuseMany(reply)
  return reply.code(303).header('cache-control', 'no-store').header('location', `${beginningPage}/${uid}`).send()
}
