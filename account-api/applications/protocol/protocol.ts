import { IncomingMessage, type ServerResponse } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import { type SigningKeys, signingKeys } from '#account-api/applications/grants/signing-keys'
import type { Service } from '#account-api/applications/service'
import type { TellOfEnd } from '#account-api/applications/services/sign-out'
import { failureOf } from '#account-api/kernel/failures/failure'
import { unreachable } from '#account-api/kernel/failures/unreachable'
import { NotAsked } from '#account-api/kernel/outside/outside'
import { headerNames, protocolHeaders } from '#contract/wire/headers'
import { keepSuccessors } from './adapter'
import { keepStructured, nameStructured } from './apis'
import { askForOperator } from './asking'
import { compareClientSecret, includeSid } from './clients'
import { configurationOf } from './configuration'
import { answerDevices, limitQuestions } from './devices'
import { stopAtErrors } from './leaving'
import { type LogLine, logRequests, type TokensAnswered, tellOfTokens } from './request-log'
import { promptPolicy } from './request-rules'
import { type OurSessions, standInForOurs } from './sessions'
import { answerSignOuts } from './sign-out'
import { exchangeTokens, nameActors } from './token-exchange'
import { acceptHints, keepClaims } from './tokens-of-library'

/** A request of the protocol, with its body unread. */
export interface ProtocolRequest {
  method: string
  /** Path and query. */
  url: string
  /** By name, in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
  clientAddress: string
  /** The session of the person who is signed in at the browser. */
  session: SessionRecord | undefined
  log: LogLine
  /** Called with the result of each token request. */
  tokensAnswered(answered: TokensAnswered): void
}

/** An instance of the library, with its keys. */
interface Made {
  provider: Provider
  keys: SigningKeys
  /** The public halves of all keys. */
  known: JSONWebKeySet
  callback: ReturnType<Provider['callback']>
  kids: string
}

const endedSession = z.object({ clientId: z.string(), sub: z.string(), sid: z.string() })

/** The protocol of open authorisation: OAuth 2 and OpenID Connect, by a certified library. */
export class Protocol {
  readonly #service: Service
  readonly #ours: OurSessions = new WeakMap()
  readonly #requests = new WeakMap<IncomingMessage, ProtocolRequest>()
  #made: Made | undefined
  #making: Promise<Made> | undefined

  constructor(service: Service) {
    this.#service = service
  }

  /**
   * Loads the library and makes the first keys, so the first request does not wait for them. That takes a second of
   * CPU, and longer than a client waits if other programs need the CPU.
   */
  async prepare(): Promise<void> {
    await this.#current().catch((error: unknown) => {
      this.#service.deployment.warn(failureOf(error), 'open authorisation could not be loaded ahead')
    })
  }

  /** Answers a request, with the public URL as its origin. */
  async answer(request: ProtocolRequest, response: ServerResponse): Promise<void> {
    const { callback, known } = await this.#current()
    const body = await nameStructured(this.#service.deployment, known, request)
    const incoming = this.#incoming({ ...request, body }, response)
    if (request.session) this.#ours.set(incoming, request.session)
    this.#requests.set(incoming, request)
    await callback(incoming, response)
  }

  /** Notifies a client of the end of a session: OpenID Connect Back-Channel Logout 1.0. */
  readonly tellOfEnd: TellOfEnd = async (_logoutUrl, ended) => {
    const { clientId, sub, sid } = endedSession.parse(JSON.parse(ended))
    const { provider } = await this.#current()
    const client = await provider.Client.find(clientId)
    if (!client) return 'refused'
    const tell = () => client.backchannelLogout(sub, sid)
    try {
      await (client.is_operators ? askForOperator(tell) : tell())
    } catch (error) {
      // The next attempt checks the address again, because the name may resolve to another one by then.
      if (error instanceof NotAsked) return 'refused'
      throw error
    }
    return 'told'
  }

  #incoming({ method, url, headers, body, clientAddress }: ProtocolRequest, response: ServerResponse): IncomingMessage {
    const incoming = new IncomingMessage(response.req.socket)
    const { host, protocol } = new URL(this.#service.deployment.publicUrl)
    for (const name of [...protocolHeaders, headerNames.shownTerms, 'cookie'])
      if (headers[name] !== undefined) incoming.headers[name] = headers[name]
    Object.assign(incoming.headers, {
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': clientAddress,
      'content-length': String(body.length),
    })
    Object.assign(incoming, { method, url, complete: true })
    incoming.push(body)
    incoming.push(null)
    return incoming
  }

  /** The library takes its keys once, so new keys need a new instance. Concurrent requests share one. */
  #current(): Promise<Made> {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  async #make(): Promise<Made> {
    const keys = await signingKeys(this.#service)
    if (this.#made?.keys === keys) return this.#made
    const kids = JSON.stringify([keys.keys, keys.known].map((each) => each.map(({ kid }) => kid)))
    const provider = this.#made?.kids === kids ? this.#made.provider : await this.#provider(keys)
    this.#made = { provider, keys, known: { keys: [...keys.known] }, callback: provider.callback(), kids }
    return this.#made
  }

  async #provider({ keys, known }: SigningKeys): Promise<Provider> {
    const { deployment } = this.#service
    // Loaded on first use: it is large, and most deployments never use it.
    const library = await import('oidc-provider')
    const helpers = await import('oidc-provider/lib/helpers/grants.js')
    const context = () => library.default.ctx
    const provider: Provider = new library.default(
      deployment.publicUrl,
      configurationOf(this.#service, {
        keys,
        errors: library.errors,
        policy: promptPolicy(library.interactionPolicy),
        provider: () => provider,
        context,
        ours: this.#ours,
      }),
    )
    provider.proxy = true
    provider.Client.prototype.compareClientSecret = compareClientSecret
    provider.Client.prototype.includeSid = includeSid
    provider.use(answerDevices(deployment.publicUrl))
    provider.use(answerSignOuts(this.#service))
    keepClaims(provider)
    acceptHints(provider, { keys: known })
    keepStructured(provider, deployment)
    takeOnce(provider, this.#service)
    exchangeTokens(provider, this.#service, { errors: library.errors, helpers })
    nameActors(provider)
    keepSuccessors(provider, { deployment, context })
    stopAtErrors(provider, this.#service)
    limitQuestions(provider, { service: this.#service, errors: library.errors, context })
    standInForOurs(provider, this.#ours, this.#service)
    logRequests(provider, (request) => this.#requests.get(request)?.log)
    tellOfTokens(provider, (request) => this.#requests.get(request)?.tokensAnswered)
    provider.on('server_error', (context, error) => {
      deployment.warn(failureOf(error), 'a request of the protocol failed')
      if (!unreachable(error)) return
      // A client tries again after a 503.
      context.status = 503
      context.set('retry-after', '5')
    })
    return provider
  }
}

/**
 * Accepts each signed proof of a client once, across all copies: one statement stores it, unless it exists. The library
 * would look first, so two concurrent requests would both find nothing.
 */
const takeOnce = ({ ReplayDetection }: Provider, { storage }: Service): void => {
  ReplayDetection.unique = (iss, jti, exp) =>
    storage.protocol.putOnce({ hash: recordHash('ReplayDetection', `${iss} ${jti}`), expiresAt: exp * 1000 })
}
