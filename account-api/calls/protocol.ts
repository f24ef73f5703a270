import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { findSession } from '#account-api/accounts/sessions/session'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { isAfterCaptcha, keepBeginning } from '#account-api/applications/authorisation/beginning'
import { deviceRoutes } from '#account-api/applications/protocol/devices'
import { signOutPath } from '#account-api/applications/protocol/sign-out'
import { keptAnswer } from '#account-api/http/kept-answer'
import { callRequestOf, rawBody } from '#account-api/http/raw-request'
import { type AnsweringOptions, noteAnswered } from '#account-api/http/reply'
import { failureOf } from '#account-api/kernel/failures/failure'
import { unreachable } from '#account-api/kernel/failures/unreachable'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count, type counterOf } from '#account-api/kernel/limits/limits'
import { newId } from '#account-api/kernel/random'
import { beginningPath, comparedPath, protocolRoutes } from '#contract/applications/open-paths'
import type { Send } from '#contract/wire/exchange'
import { headerNames, sessionCookie } from '#contract/wire/headers'
import { signatureHeaders } from '#contract/wire/signing'
import { untilAborted } from '#process/until-aborted'
import type { ApiOptions, ServedOptions } from './api-options'
import { signedBy } from './checks/signed-by'
import { readCookies } from './cookies'

/** A request of the protocol, and its sender. */
interface Asked extends Sender {
  method: string
  /** Path and query. */
  url: string
  /** By name, in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
  logId: string
  log: Pick<Logger, 'info' | 'error'>
}

/**
 * The endpoints of the protocol of open authorisation. Everybody may use them, as at the public URL. The session and
 * the client address are trusted only if the web app has signed the request.
 */
export const addProtocol = (api: FastifyInstance, options: ServedOptions): void => {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const from = await senderOf(options, request)
    if (!from) return reply.code(401).send({ error: 'signature_refused' })
    const { method, url, id: logId, log } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat()[0]]),
    )
    reply.hijack()
    reply.raw.setHeader(headerNames.logId, logId)
    await answer(options, { method, url, headers, body: rawBody(request), logId, log, ...from }, reply.raw)
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

/** Answers requests of the protocol for the web app in this process, without a connection and a signature. */
export const protocolHere =
  (options: ServedOptions & Pick<AnsweringOptions, 'metrics'>): Send =>
  ({ url, method, headers, body, signal }) => {
    const begunAt = performance.now()
    const logId = headers[headerNames.logId] ?? newId(Date.now())
    const log = options.log.child({ logId })
    const clientAddress = headers[headerNames.clientAddress] ?? ''
    const answering = keptAnswer(async (response) => {
      const session = await sessionIn(options, headers.cookie)
      const asked = { method, url, headers, body: Buffer.from(body ?? ''), logId, log, clientAddress, session }
      await answer(options, asked, response)
    })
    const noted = answering.then((answered) => {
      const ms = performance.now() - begunAt
      noteAnswered({ metrics: options.metrics, log }, { call: 'protocol', outcome: String(answered.status), ms })
      return answered
    })
    return untilAborted(noted, signal)
  }

const answer = async (options: ServedOptions, asked: Asked, response: ServerResponse): Promise<void> => {
  const { method, url, headers, body, clientAddress, session, logId, log } = asked
  try {
    const may = await mayBegin(options, asked)
    if (may === 'after_captcha') return await askForCaptcha(options, asked, response)
    if (may === 'later') return refuseMany(response)
    await options.protocol.answer(
      {
        method,
        // The library would ignore the rest of the path, and read a backslash as a slash.
        url: url.replaceAll('#', '%23'),
        headers,
        body,
        clientAddress,
        session,
        log: (fields, message) => log.info(fields, message),
        tokensAnswered: (answered) => options.recording.tokens({ ...answered, logId, clientAddress }),
      },
      response,
    )
  } catch (error) {
    log.error(failureOf(error), 'call failed')
    const [status, later] = unreachable(error) ? [503, { 'retry-after': '5' }] : [500, {}]
    if (!response.headersSent) response.writeHead(status, { ...json, ...later })
    response.end('{"error":"server_error"}')
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

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
  return {
    clientAddress: String(request.headers[headerNames.clientAddress] ?? request.ip),
    session: await sessionIn(options, request.headers.cookie),
  }
}

const sessionIn = async ({ service }: ApiOptions, cookie: string | undefined): Promise<SessionRecord | undefined> => {
  const token = cookie === undefined ? undefined : readCookies(cookie).get(sessionCookie)
  return token === undefined ? undefined : findSession(service, token)
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
const mayBegin = async ({ service }: ApiOptions, asked: Asked): Promise<'now' | 'later' | 'after_captcha'> => {
  const { url, clientAddress, session } = asked
  const { deployment, storage } = service
  const limit = beginnings.get(comparedPath(url))
  if (!limit) return 'now'
  const at = deployment.now()
  const isWithin = async (...[name, subject]: Parameters<typeof counterOf>) =>
    (await count(storage, name, { ...subject, at })).within
  if (session) return (await isWithin('openRequests', { subject: session.accountId })) ? 'now' : 'later'
  const subject = { subject: limitedClientAddress(clientAddress) }
  if (await isWithin(limit, subject)) return 'now'
  if (limit !== 'openRequestsFromAnAddress' || !(await isWithin('manyOpenRequestsFromAnAddress', subject)))
    return 'later'
  return (await isAfterCaptcha(service, queryOf(asked))) ? 'now' : 'after_captcha'
}

/** The parameters of a request, from the query or the posted form. */
const queryOf = ({ method, url, body }: Asked): string =>
  method === 'POST' ? body.toString() : url.slice((url.split('?', 1)[0] ?? '').length + 1)

const refuseMany = (response: ServerResponse): void => {
  response.writeHead(429, { ...json, 'cache-control': 'no-store' })
  response.end('{"error":"temporarily_unavailable"}')
}

/** Redirects a browser to the web app's page with a captcha, which continues with the same request. */
const askForCaptcha = async ({ service }: ApiOptions, asked: Asked, response: ServerResponse): Promise<void> => {
  const uid = await keepBeginning(service, queryOf(asked))
  if (uid === undefined) return refuseMany(response)
  response.writeHead(303, { 'cache-control': 'no-store', location: `${beginningPage}/${uid}` })
  response.end()
}
