import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { withTimeLimit } from '#outgoing/time-limit'
import { wholeBody } from '#outgoing/whole-body'
import { type Call, type ErrorOf, endpointOf, type Method, pathFields, type Variant } from './call'
import { type CallName, type Calls, calls } from './calls'
import type { ErrorData, ErrorName } from './errors'
import type { CookieJar } from './wire/cookie-jar'
import { headerNames, ownNames, type WireNames } from './wire/headers'
import { writeInput } from './wire/input'
import type { PathMap } from './wire/path-map'
import { contentOf, hasNumber, maySignIn, read, type stepUpErrors } from './wire/read-answer'
import { type Application, sign } from './wire/signing'
import type { SteadyClock } from './wire/steady-clock'
import { UpstreamFailure } from './wire/upstream-failure'

/** The account API that the client calls, and the application that signs the calls. */
export interface Upstream {
  baseUrl: string
  application: Application
  paths?: PathMap
  /** Default 5,000. */
  timeoutMs?: number
  /** The header that carries the log id, of a request and of its answer. */
  logIdHeader?: string
  /** The names of cookies and headers. Default: ours. */
  names?: WireNames
  /** The clock for signatures. */
  clock?: SteadyClock
  /** Sends the requests. Default: the platform's fetch. It must not follow redirects. */
  send?: Send
  /** The account API in this process, which needs no connection and no signature. */
  sendHere?: SendHere | undefined
}

/** Hands a request to an account API in this process. It throws when the signal is aborted. */
export type SendHere = (
  request: Omit<Parameters<Send>[0], 'url' | 'method' | 'hashes'> & {
    row: Call
    variant: Variant
    method: Method
    /** The path with its query. */
    path: string
  },
) => Promise<Received>

/** Sends one request and reads the whole answer; throws when there is none. */
export type Send = (request: {
  url: string
  /** A preflight of CORS is passed through, and is not a call. */
  method: Method | 'OPTIONS'
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | undefined
  signal: AbortSignal
  /** True when the call may wait for its turn among others that hash passwords: no other call has to wait behind it. */
  hashes: boolean
}) => Promise<Received>

/** The answer to a request. */
export interface Received {
  status: number
  header(name: string): string | undefined
  setCookies: string[]
  body: Uint8Array
  /** The error of the first attempt, when the request was sent a second time, unchanged. */
  resentAfter?: unknown
}

/** The browser that a call is made for. */
export interface Caller {
  variant: Variant
  jar: CookieJar
  language: string
  clientAddress: string
  userAgent: string
  /** The log id of the browser's request, under which the account API logs the call too. */
  logId?: string | undefined
  /** The version of the operator's terms that this caller shows to people who have not accepted it. */
  shownTerms?: string | undefined
  /** The ticket of a captcha that was just solved. */
  captchaTicket?: string | undefined
  /** Names the form that makes the calls. */
  requestKey?: string | undefined
  /** Aborted when the browser has left. Calls that change nothing, or that wait for a password hash, are then dropped. */
  left?: AbortSignal | undefined
}

type FailureOf<Name extends ErrorName> = {
  [Code in Name]: { ok: false; code: Code; description: string; data: ErrorData<Code>; logId: string }
}[Name]

/** A failure whose number the row does not declare: one of another row, or one that only the upstream knows. */
interface UndeclaredFailure {
  ok: false
  code: 'undeclared'
  number: number
  /** Of HTTP. */
  status: number
  description: string
  data: Record<string, unknown>
  logId: string
}

/** A call that the client rejected before any request, without a message (spec section 5). */
type LocalRejection<Row extends Call> = Row['needsOneOf'] extends readonly []
  ? never
  : { ok: false; code: 'rejected'; description: ''; data: Record<string, never>; logId: '' }

/** The answer of a call: its data, or a failure. */
export type Answer<Row extends Call> =
  | { ok: true; data: z.output<Row['output']>; logId: string }
  | FailureOf<ErrorOf<Row> | (typeof stepUpErrors)[number]>
  | UndeclaredFailure
  | LocalRejection<Row>

/** A failure of any call. */
export type Failure = Extract<Answer<Call>, { ok: false }>

export type Client = { [Name in CallName]: (input: z.input<Calls[Name]['input']>) => Promise<Answer<Calls[Name]>> }

/**
 * The typed client of the contract, for one browser. An expected failure is a value; an outage, a time-out or an answer
 * that does not fit the row throws {@link UpstreamFailure}, and so does a call that the API does not have. A harmless call is repeated once if the API is unreachable.
 */
export const createClient = (upstream: Upstream, caller: Caller): Client => {
  const ask = async (row: Call, input: Record<string, unknown>) => {
    if (upstream.paths?.[row.name as CallName] === null) throw new UpstreamFailure(row.name, 'absent', '')
    if (row.needsOneOf.length > 0 && !row.needsOneOf.some((field) => input[field]))
      return { ok: false, code: 'rejected', description: '', data: {}, logId: '' }
    // A path field is checked before it is put into the path: `..` would address another call.
    const misfits = pathFields(pathOf(upstream, caller, row)).filter(
      (field) => !row.input.shape[field]?.safeParse(input[field]).success,
    )
    if (misfits.length > 0) {
      const fields = misfits.map((field) => ({ field, reason: 'invalid' }))
      return { ok: false, code: 'invalid_input', description: '', data: { fields }, logId: '' }
    }
    const { formTokenCookie } = upstream.names ?? ownNames
    if (row.method === 'POST') chooseFormToken(caller.jar, formTokenCookie)
    const formToken = caller.jar.get(formTokenCookie)
    const askedAtMs = upstream.clock?.now() ?? 0
    return attempt(row, input).catch((failure: unknown) => {
      const { kind } = failure as Partial<UpstreamFailure>
      // The API refuses a token that it did not issue, or whose key it no longer has, and sets another in the same
      // answer.
      const isReplaced = kind === 'form_token' && caller.jar.get(formTokenCookie) !== formToken
      // A call whose signature is refused was not processed.
      const { refused } = failure as Partial<UpstreamFailure>
      const isMended = refused === 'forgotten' || (refused === 'clock' && upstream.clock?.resync(askedAtMs))
      if ((row.harmless && kind === 'unreachable') || isReplaced || isMended) return attempt(row, input)
      throw failure
    })
  }

  const attempt = async (row: Call, input: Record<string, unknown>) => {
    const response = await exchange(upstream, caller, row, input)
    caller.jar.store(response.setCookies)
    const logId = response.header(upstream.logIdHeader ?? headerNames.logId) ?? ''
    const content = contentOf(row, caller.variant, response)
    if (response.status >= 500 && !(content && hasNumber(content, 'busy')))
      throw new UpstreamFailure(row.name, 'status', logId, { cause: response.status })
    if (!content) throw new UpstreamFailure(row.name, 'malformed', logId)
    // The first of two identical requests has used the nonce: it was processed, and its answer is lost.
    if (response.resentAfter && hasNumber(content, 'signature_refused'))
      throw new UpstreamFailure(row.name, 'unreachable', logId, { cause: response.resentAfter })
    const answer = { ...read(row, content, { logId, status: response.status }), logId }
    if (answer.ok && maySignIn(row)) caller.jar.beginSession(response.setCookies, upstream.names ?? ownNames)
    return answer
  }

  return clientOf(ask)
}

/**
 * A client that makes each call in the same way. A client is made for each request, which makes few of the calls, so a
 * call's function is made when it is used.
 */
export const clientOf = (ask: (row: Call, input: Record<string, unknown>) => Promise<unknown>): Client =>
  new Proxy({} as Client, {
    get: (_, name) => {
      const row: Call | undefined = calls[name as CallName]
      return row && ((input: Record<string, unknown>) => ask(row, input))
    },
  })

/**
 * Chooses a form token for a browser that has none, which saves the request for one. Without a session the API only
 * compares cookie and header.
 */
const chooseFormToken = (jar: CookieJar, name: string): void => {
  if (jar.get(name) === undefined) jar.store([`${name}=${randomBytes(16).toString('base64url')}`])
}

const exchange = async (upstream: Upstream, caller: Caller, row: Call, input: Record<string, unknown>) => {
  const { path, contentType, body } = writeInput(row, pathOf(upstream, caller, row), input)
  const left = row.harmless || row.hashes ? caller.left : undefined
  const send = upstream.send ?? sendByFetch
  const { formTokenCookie, formTokenHeader } = upstream.names ?? ownNames
  const headers = {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    cookie: caller.jar.header(),
    [formTokenHeader]: caller.jar.get(formTokenCookie) ?? '',
    [headerNames.clientAddress]: caller.clientAddress,
    ...(caller.logId === undefined ? {} : { [upstream.logIdHeader ?? headerNames.logId]: caller.logId }),
    ...(caller.captchaTicket === undefined ? {} : { [headerNames.captchaTicket]: caller.captchaTicket }),
    ...(row.once && caller.requestKey !== undefined && { [headerNames.requestKey]: caller.requestKey }),
    ...(caller.shownTerms === undefined ? {} : { [headerNames.shownTerms]: caller.shownTerms }),
    'accept-language': caller.language,
    'user-agent': caller.userAgent,
  }
  const { variant } = caller
  return withTimeLimit({ ms: upstream.timeoutMs ?? 5000, until: left }, async (signal) => {
    try {
      if (upstream.sendHere)
        return await upstream.sendHere({ row, variant, method: row.method, path, headers, body, signal })
      const signedAt = upstream.clock?.now() ?? Date.now()
      const signature = sign({ method: row.method, path, headers, body: body ?? '' }, upstream.application, signedAt)
      return await send({
        url: upstream.baseUrl + path,
        method: row.method,
        signal,
        hashes: row.hashes,
        headers: { ...headers, ...signature },
        body,
      })
    } catch (cause) {
      const kind = left?.aborted ? 'left' : signal.aborted ? 'timeout' : 'unreachable'
      throw new UpstreamFailure(row.name, kind, '', { cause })
    }
  })
}

/** Sends a request by the platform's fetch. An answer of more than `maxBytes` throws. */
export const sendByFetch = async (
  { url, hashes: _, ...request }: Parameters<Send>[0],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Received> => {
  const response = await fetch(url, { ...request, body: request.body ?? null, redirect: 'error' })
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    setCookies: response.headers.getSetCookie(),
    body: await wholeBody(response, { ...request, maxBytes }),
  }
}

const pathOf = (upstream: Upstream, { variant }: Caller, row: Call): string =>
  endpointOf({ ...row, path: upstream.paths?.[row.name as CallName] ?? row.path }, variant).path
