import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { stopServer } from '../../tests/fixtures/programs/loopback'
import { handOn } from '../deployment/hand-on'
import { changed, InvalidRequest, usualConfig } from './config'
import { type Deployment, startDeployment } from './deployment'
import { errorAnswer } from './error-answer'
import { TokenEndpoints } from './tokens'
import { type Led, walk } from './walk'

export interface SimulatorOptions {
  port: number
  /** The folder of a built Butterfly, as for `start`. */
  butterfly?: string | undefined
  /** The clock by which tokens end. */
  now?: () => number
}

const ownHeader = 'x-butterfly-simulator'
const paths = { authorization: '/oidc/auth', endSession: '/oidc/logout', token: '/oidc/token', userinfo: '/oidc/me' }

const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

const sendLed = (response: ServerResponse, led: Led): void => {
  if ('leadsTo' in led) response.writeHead(303, { location: led.leadsTo, 'cache-control': 'no-store' }).end()
  else response.writeHead(led.page.status, { 'content-type': 'text/html; charset=utf-8' }).end(led.page.html)
}

/**
 * Starts a Butterfly behind a server that signs people in automatically. Butterfly itself answers the application's
 * requests; a robot acts on its pages instead of a person.
 */
export const startSimulator = async ({ port, butterfly, now = Date.now }: SimulatorOptions) => {
  const url = `http://localhost:${port}`
  const secret = randomBytes(16).toString('hex')
  let config = usualConfig
  let deployment: Deployment | undefined
  let tokens = new TokenEndpoints(now)
  /** The robot sees one page at a time, and no request sees half of a change. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  const begin = async (): Promise<void> => {
    const started = await startDeployment({ butterfly, url, ownHeader: { [ownHeader]: secret } })
    deployment = started
    tokens = new TokenEndpoints(now)
    config = usualConfig
    await started.apply(config)
  }

  const showConfig = (response: ServerResponse): void => {
    const { client_id, token_endpoint_auth_method: method } = config.client
    const client_secret = method === 'none' ? null : (deployment?.secrets.get(client_id) ?? null)
    sendJson(response, 200, { issuer: url, ...config, client: { ...config.client, client_secret } })
  }

  const reset = async (response: ServerResponse): Promise<void> => {
    const before = deployment
    deployment = undefined
    await before?.butterfly.stop()
    await begin()
    showConfig(response)
  }

  const configure = async (request: IncomingMessage, response: ServerResponse, { apply }: Deployment) => {
    const next = changed(config, parsed(await buffer(request)))
    await apply(next).catch(async (error: unknown) => {
      // A part of the change may have been made.
      await apply(config)
      throw error
    })
    config = next
    showConfig(response)
  }

  const authorize = async (request: IncomingMessage, response: ServerResponse, { butterfly, person }: Deployment) => {
    const asked = new URL(request.url ?? '/', url).searchParams
    const { next_error: error, client, signed_in } = config
    if (signed_in && request.method === 'POST')
      for (const [name, value] of new URLSearchParams((await buffer(request)).toString())) asked.append(name, value)
    const leadsTo = error === null ? undefined : errorAnswer(asked, { error, client, issuer: url })
    if (leadsTo !== undefined) {
      config = { ...config, next_error: null }
      return sendLed(response, { leadsTo })
    }
    if (!signed_in) return handOn(butterfly.port, request, response)
    const { person: who, robot } = person()
    sendLed(response, await walk(robot, `${url}${paths.authorization}?${asked}`, who))
  }

  const endSession = async (request: IncomingMessage, response: ServerResponse, { person, signIn }: Deployment) => {
    const { person: who, robot } = person()
    const led = await walk(robot, url + request.url, who)
    await signIn()
    sendLed(response, led)
  }

  const askForTokens = (
    request: IncomingMessage,
    response: ServerResponse,
    { butterfly }: Deployment,
  ): Promise<void> => {
    const { next_token_error: error, token_lifetimes: lifetimes } = config
    const isForTokens = request.method === 'POST' && pathOf(request) === paths.token
    if (error === null || !isForTokens) return tokens.ask(request, response, { port: butterfly.port, lifetimes })
    config = { ...config, next_token_error: null }
    sendJson(response, error === 'invalid_client' ? 401 : 400, { error, error_description: 'as configured' })
    return Promise.resolve()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request)
    const asked = `${request.method} ${path}`
    if (asked === 'GET /config') return showConfig(response)
    if (asked === 'POST /reset') return inTurn(() => reset(response))
    const running = deployment
    if (!running) return sendJson(response, 503, { error: 'temporarily_unavailable' })
    if (asked === 'POST /config') return inTurn(() => configure(request, response, running))
    const isOfRobot = request.headers[ownHeader] === secret
    if (path === paths.authorization && !isOfRobot) return inTurn(() => authorize(request, response, running))
    if (asked === `GET ${paths.endSession}` && config.signed_in && !isOfRobot)
      return inTurn(() => endSession(request, response, running))
    if (path === paths.token || path === paths.userinfo) return askForTokens(request, response, running)
    handOn(running.butterfly.port, request, response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (response.headersSent) return response.destroy()
      const isTheirs = error instanceof InvalidRequest
      const code = isTheirs ? 'invalid_request' : 'server_error'
      return sendJson(response, isTheirs ? 400 : 500, { error: code, error_description: error.message })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const stop = async (): Promise<void> => {
    await stopServer(server)
    await deployment?.butterfly.stop()
  }
  await begin().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, stop }
}

const pathOf = ({ url = '/' }: IncomingMessage): string => new URL(url, 'http://localhost').pathname

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new InvalidRequest('the body has to be JSON')
  }
}
