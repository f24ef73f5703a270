import { type Call, endpointOf, type Method, type Variant } from '#contract/call'
import type { CallName } from '#contract/calls'
import { withTimeLimit } from '#process/time-limit'
import { wholeBody } from '#process/whole-body'
import type { CookieJar } from './cookie-jar'
import { given } from './given'
import { headerNames, ownNames, type WireNames } from './headers'
import { writeInput } from './input'
import type { PathMap } from './path-map'
import { type Application, sign } from './signing'
import type { SteadyClock } from './steady-clock'
import { UpstreamFailure } from './upstream-failure'
import type { Content } from './wires'

/** The account API that the client calls, and the application that signs the calls. */
export interface Upstream {
  baseUrl: string
  application: Application
  paths?: PathMap
  /** Default 5,000, and 30,000 for calls of an operator. */
  timeoutMs?: number
  /** The header that carries the log id, of a request and of its answer. */
  logIdHeader?: string
  /** The names of cookies and headers. Default: those of the bundled account API. */
  names?: WireNames
  clock?: SteadyClock
  /** Sends the requests. Default: the platform's fetch. It must not follow redirects. */
  send?: Send
  /** The account API in this process, which needs no connection and no signature. */
  sendHere?: SendHere | undefined
}

/** The account API for calls of an operator. A key alone can identify the operator. */
export type OperatorUpstream = Omit<Upstream, 'application'> & { application?: Application | undefined }

/** Passes the values of a call to an account API in this process. Throws when the signal is aborted. */
export type SendHere = (request: {
  row: Call
  variant: Variant
  input: Record<string, unknown>
  headers: Record<string, string>
  signal: AbortSignal
}) => Promise<ReceivedHere>

/** Sends one request and reads the whole answer. Throws without one. */
export type Send = (request: {
  url: string
  /** A preflight of CORS is passed through, and is not a call. */
  method: Method | 'OPTIONS'
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | undefined
  signal: AbortSignal
  /**
   * True when the call may wait for its turn among others that hash passwords, so no other call has to wait behind it.
   */
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

/** The answer to a request in this process. */
export interface ReceivedHere extends Pick<Received, 'status' | 'setCookies'> {
  content: Content
  logId: string
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
  /** Identifies the form that makes the calls. */
  requestKey?: string | undefined
  /**
   * Aborted when the browser disconnects. Calls that change nothing, or that wait for a password hash, are then
   * dropped.
   */
  left?: AbortSignal | undefined
}

/** An operator, or the browser of one at the desk. */
export interface OperatorCaller extends Partial<Pick<Caller, 'clientAddress' | 'userAgent' | 'logId' | 'requestKey'>> {
  /** An operator key, or the token of a session at the desk. Missing: the application makes the calls itself. */
  key?: string | undefined
}

/** Makes the request of a call, and receives its answer. */
export const exchange = async (
  upstream: OperatorUpstream,
  caller: Caller & Pick<OperatorCaller, 'key'>,
  row: Call,
  input: Record<string, unknown>,
) => {
  const left = row.harmless || row.hashes ? caller.left : undefined
  const send = upstream.send ?? sendByFetch
  const headers = {
    ...shownBy(upstream, caller, row),
    [headerNames.clientAddress]: caller.clientAddress,
    ...(caller.logId === undefined ? {} : { [upstream.logIdHeader ?? headerNames.logId]: caller.logId }),
    ...(caller.captchaTicket === undefined ? {} : { [headerNames.captchaTicket]: caller.captchaTicket }),
    ...(row.once && caller.requestKey !== undefined && { [headerNames.requestKey]: caller.requestKey }),
    ...(caller.shownTerms === undefined ? {} : { [headerNames.shownTerms]: caller.shownTerms }),
    'accept-language': caller.language,
    'user-agent': caller.userAgent,
  }
  const { variant } = caller
  const ms = upstream.timeoutMs ?? (row.auth === 'operator' ? 30_000 : 5000)
  return withTimeLimit({ ms, until: left }, async (signal) => {
    try {
      if (upstream.sendHere) return await upstream.sendHere({ row, variant, input: given(input), headers, signal })
      const { path, contentType, body } = writeInput(row, pathOf(upstream, caller, row), input)
      const all = { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...headers }
      const signedAt = upstream.clock?.now() ?? Date.now()
      const signed = { method: row.method, path, headers: all, body: body ?? '' }
      return await send({
        url: upstream.baseUrl + path,
        method: row.method,
        signal,
        hashes: row.hashes,
        headers: { ...all, ...(upstream.application && sign(signed, upstream.application, signedAt)) },
        body,
      })
    } catch (cause) {
      const kind = left?.aborted ? 'left' : signal.aborted ? 'timeout' : 'unreachable'
      throw new UpstreamFailure(row.name, kind, '', { cause })
    }
  })
}

/** Identifies the caller: the cookies and the form token of a browser, or the key of an operator. */
const shownBy = (
  { names = ownNames }: OperatorUpstream,
  { jar, key }: Caller & Pick<OperatorCaller, 'key'>,
  { auth }: Call,
): Record<string, string> => {
  if (auth === 'operator') return key === undefined ? {} : { authorization: `Bearer ${key}` }
  return { cookie: jar.header(), [names.formTokenHeader]: jar.get(names.formTokenCookie) ?? '' }
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

/** The path of a call at an account API, with its fields in braces. */
export const pathOf = (upstream: OperatorUpstream, { variant }: Caller, row: Call): string =>
  endpointOf({ ...row, path: upstream.paths?.[row.name as CallName] ?? row.path }, variant).path
