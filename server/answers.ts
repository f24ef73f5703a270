import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { AppLoadContext } from '@remix-run/node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { Logger } from 'pino'
import type { Variant } from '#contract/call'
import type { Problem, ProblemKind } from '~/navigation/problem'
import { clientOf } from './client'
import type { Door } from './door'
import { Admission } from './limits/admission'
import type { Pace } from './limits/pace'
import type { BusyForms } from './page-memory/busy-forms'
import { PageInPieces } from './page-memory/page-in-pieces'
import { lookedAt } from './page-memory/page-memory'
import type { App } from './remix-build'

/** A path without a page. For it, the app renders a refusal of the server, in the person's language. */
const refusalPath = '/-/refused'
/**
 * Cheap enough for every answer: a window of 8 kB covers most of a page. Cached pages are compressed once, and better.
 */
const compression = { level: 5, windowBits: 13, memLevel: 6 }

/**
 * How many pages and forms the app works on at once. More would not be faster, because they wait for the account API.
 * All pages share a thread, so few of one client run at once: another visitor's page waits for each of them. A form that
 * waits longer than a second, or a page longer than two, is refused while its visitor is still waiting for the answer.
 */
const pagesRule = { kind: 'page', atOnce: { each: 4, all: 64 }, mostWaiting: { each: 256, all: 512 }, patienceMs: 2000 }
const formsRule = { kind: 'form', atOnce: { each: 64, all: 64 }, mostWaiting: { each: 64, all: 512 }, patienceMs: 1000 }
/**
 * Refusals are pages too. They are rendered one by one, so a flood of them leaves time for other work. After a second
 * in the first queue and most of one in this, a visitor gets the plain page, so everybody gets an answer soon.
 */
const refusalsRule = {
  kind: 'refusal',
  atOnce: { each: 1, all: 1 },
  mostWaiting: { each: 1000, all: 2000 },
  patienceMs: 700,
}
/** Retry-After in seconds, varied so that forms refused at the same moment return at different times. */
const busyRetrySeconds = () => randomInt(5, 11)
const crowdedRetrySeconds = 30

/** Facts about the request, from the server to the app. */
type More = Pick<AppLoadContext, 'refusal' | 'cutOff' | 'busy' | 'isUnanswered'>

interface Parts {
  app: App
  door: Pick<Door, 'name' | 'origin'>
  log: Logger
  clientAddressOf: (request: FastifyRequest) => string
  variantOf: (request: FastifyRequest) => Variant
  pace: Pace
  /** Missing at the desk. */
  busyForms: BusyForms | undefined
}

/**
 * An answer that was sent, or the problem to report to the person. A Fastify reply is a thenable: awaiting it gives
 * undefined.
 */
type Answered = FastifyReply | undefined | { problem: ProblemKind }

interface Asking {
  /**
   * Makes the request for the app, when capacity is available.
   * @throws TypeError for a request that fetch cannot represent
   */
  ask: () => Request
  /** The body of a posted form. */
  body: Buffer<ArrayBuffer> | undefined
  /** Aborted when the visitor disconnects. */
  left: AbortSignal
}

/** Answers requests by the app: pages and forms in their turns, and refusals. */
export class Answers {
  readonly #app: App
  readonly #door: Parts['door']
  readonly #log: Logger
  readonly #clientAddressOf: (request: FastifyRequest) => string
  readonly #variantOf: (request: FastifyRequest) => Variant
  readonly #pages: Admission
  readonly #forms: Admission
  readonly #refusals: Admission
  readonly #busyForms: BusyForms | undefined

  constructor({ app, door, log, clientAddressOf, variantOf, pace, busyForms }: Parts) {
    this.#app = app
    this.#door = door
    this.#log = log
    this.#clientAddressOf = clientAddressOf
    this.#variantOf = variantOf
    this.#pages = new Admission(pagesRule, pace)
    this.#forms = new Admission(formsRule, pace)
    this.#refusals = new Admission(refusalsRule, pace)
    this.#busyForms = busyForms
  }

  /**
   * Lets the app answer a request, in its turn. Without capacity, a form is shown again with what was typed, and any
   * other request gets a problem page.
   */
  async inTurn(
    { ask, body, left }: Asking,
    request: FastifyRequest,
    reply: FastifyReply,
    more: More = {},
  ): Promise<FastifyReply> {
    const isForm = request.method === 'POST'
    const admission = isForm ? this.#forms : this.#pages
    const work = () => this.#ask(ask, request, reply, more)
    const answered = await admission.run(clientOf(this.#clientAddressOf(request)), left, work)
    if (answered === 'left') return reply.code(400).send()
    if (answered !== 'busy') return this.#settle(answered, request, reply)
    if (!isForm || more.cutOff) return this.refuse('busy', request, reply)
    const retrySeconds = busyRetrySeconds()
    const type = request.headers['content-type'] ?? ''
    const form = { ...lookedAt(request), type, body: body ?? Buffer.alloc(0), retrySeconds }
    const shown = await this.#busyForms?.show(form)
    if (shown) return reply.code(503).headers(shown.headers).send(shown.html)
    return this.#amongRefusals(request, reply, () => this.#ask(ask, request, reply, { busy: retrySeconds }))
  }

  /** Answers with a problem page in the visitor's language. */
  async refuse(kind: ProblemKind, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const headers: [string, string][] = ['cookie', 'accept', 'accept-language'].map((name) => [
      name,
      String(request.headers[name] ?? ''),
    ])
    const asked = new Request(this.#door.origin + refusalPath, { headers })
    return this.#amongRefusals(request, reply, () => this.#answer(asked, request, reply, { refusal: kind }))
  }

  async #amongRefusals(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answered>) {
    const answered = await this.#refusals.run(clientOf(this.#clientAddressOf(request)), leftSignal(reply), work)
    if (answered === 'left') return reply.code(400).send()
    return answered === 'busy' ? sendCrowded(reply, 503) : this.#settle(answered, request, reply)
  }

  /** Renders a problem page in its own turn, because a turn that waits for another would block all others. */
  #settle(answered: Answered, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    return answered && 'problem' in answered ? this.refuse(answered.problem, request, reply) : reply
  }

  async #ask(ask: () => Request, request: FastifyRequest, reply: FastifyReply, more: More): Promise<Answered> {
    let asked: Request
    try {
      asked = ask()
    } catch {
      return { problem: 'bad_request' }
    }
    return this.#answer(asked, request, reply, more, ask)
  }

  /** @param ask makes the request of the form again */
  async #answer(
    asked: Request,
    request: FastifyRequest,
    reply: FastifyReply,
    more: More,
    ask?: () => Request,
  ): Promise<Answered> {
    const context: AppLoadContext = {
      clientAddress: this.#clientAddressOf(request),
      variant: this.#variantOf(request),
      logId: request.id,
      log: this.#log,
      ...(this.#door.name === 'desk' && { door: 'desk' as const }),
      ...(request.noted && { noteCall: request.noted.noteCall }),
      ...more,
    }
    const response = await this.#app.handle(asked, context)
    if (context.isUnanswered && ask && more.busy === undefined) {
      await response.body?.cancel()
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
      return this.#answer(ask(), request, reply, { ...more, busy: busyRetrySeconds(), isUnanswered: true })
    }
    // A route without a component only names the problem; the server has the page rendered.
    if (response.headers.has('x-remix-catch')) {
      const { kind } = (await response.json()) as Problem
      return { problem: kind }
    }
    if (response.status === 405 && !isHtml(response)) return { problem: 'method' }
    return send(response, context.formToken ?? '', reply)
  }
}

/** Aborted when the visitor disconnects before the answer was sent. */
export const leftSignal = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController()
  if (raw.destroyed) left.abort()
  else raw.once('close', () => raw.writableFinished || left.abort())
  return left.signal
}

const send = async (response: Response, formToken: string, reply: FastifyReply): Promise<FastifyReply> => {
  // HTTP/1.0 has no 303: there, a 302 after a form is followed by a GET (RFC 7231, section 6.4.3).
  const isOld = reply.request.raw.httpVersion === '1.0'
  reply.code(isOld && response.status === 303 ? 302 : response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (response.body === null) return reply.send()
  if (response.status === 500 && !isHtml(response)) return sendLast(reply)
  // A table may be long, so it is streamed as fast as its reader takes it.
  if (isTable(response)) return reply.send(Readable.fromWeb(response.body as ReadableStream))
  if (!isHtml(response)) return reply.send(Buffer.from(await response.arrayBuffer()))
  const text = await response.text()
  if (!acceptsGzip(reply.request)) return reply.send(Buffer.from(text))
  reply.header('content-encoding', 'gzip')
  return reply.send(new PageInPieces(text, formToken, compression).gzip(formToken))
}

const isHtml = (response: Response) =>
  /^(text\/html|application\/(vnd\.wap\.)?xhtml\+xml)/.test(response.headers.get('content-type') ?? '')

const isTable = (response: Response) => response.headers.get('content-type')?.startsWith('text/csv') === true

/** The results for values of Accept-Encoding. Browsers send few different ones. */
const takesGzip = new LRUCache<string, boolean>({ max: 100 })

/** True when the browser takes gzip. A longer header is cut: real browsers send far less. */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean => {
  const encoding = String(headers['accept-encoding'] ?? '').slice(0, 1000)
  if (encoding === '') return false
  const known = takesGzip.get(encoding)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': encoding } })
  const takes = negotiator.encoding(['gzip', 'identity']) === 'gzip'
  takesGzip.set(encoding, takes)
  return takes
}

/** Answers with a plain page, if not even the problem page can be rendered. */
export const sendLast = (reply: FastifyReply): FastifyReply =>
  sendPlain(
    reply.code(500),
    '<p>暂时无法使用，请稍后再试。</p><p lang="en">Not available right now. Please try again in a while.</p>',
  )

/**
 * Answers with a plain page, if not even refusals have capacity.
 * @param status 429 for a single client with too many requests
 */
export const sendCrowded = (reply: FastifyReply, status: 429 | 503 = 429): FastifyReply =>
  sendPlain(
    reply.code(status).header('retry-after', String(crowdedRetrySeconds)),
    `<p>操作太频繁。请等 ${crowdedRetrySeconds} 秒再试。</p><p lang="en">Too many requests. Please wait ${crowdedRetrySeconds} seconds and try again.</p>`,
  )

/** A page in both languages that needs no rendering. */
const sendPlain = (reply: FastifyReply, paragraphs: string): FastifyReply =>
  reply
    .removeHeader('content-encoding')
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      `<!DOCTYPE html><html lang="zh-Hans"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${reply.statusCode}</title></head><body>${paragraphs}<p>${reply.request.id}</p></body></html>`,
    )
