import { randomBytes, randomUUID } from 'node:crypto'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import type { Call, Method, Wire } from '#contract/call'
import type { CallName, Calls } from '#contract/calls'
import { errors } from '#contract/errors'
import { deskTokenPrefix } from '#contract/operator/access/desk-calls'
import { operatorErrors } from '#contract/operator/operator-errors'
import type { Outcome } from '#contract/server'
import { addressKinds, type FileAnswer } from '#contract/terms/fields'
import {
  accountMarkCookie,
  formTokenCookie,
  headerNames,
  knownBrowserCookie,
  sessionCookie,
} from '#contract/wire/headers'
import { readInput } from '#contract/wire/input'
import { type Application, checkSignature } from '#contract/wire/signing'
import { wires } from '#contract/wire/wires'
import { type Endpoint, endpointAt } from './endpoints'
import { keyRefused, operatorAnswers } from './operator'

/** A call as the fake received it, with its fields revealed. */
export interface Received {
  name: CallName
  path: string
  input: Record<string, unknown>
  cookies: Record<string, string>
  headers: Headers
}

/** The token of the only operator who is at the desk of the fake. */
export const deskToken = `${deskTokenPrefix}${'d'.repeat(43)}`

type AnswerOf<Row extends Call> = Outcome<Row> | ((call: Received) => Outcome<Row> | Response)

/** What the fake answers to calls. */
export type Answers = { [Name in CallName]?: AnswerOf<Calls[Name]> }

interface FakeOptions {
  url: string
  application: Application
}

type AnyOutcome =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; code: string; data?: object; description?: string }
type Answering = (call: Received) => AnyOutcome | Response

/**
 * An account API whose answers a test decides. Signature, form token, cookies, mix mode and envelopes are those of the
 * contract. A call without a decided answer fails as an outage and is recorded in `unexpected`.
 */
export const createFake = ({ url, application }: FakeOptions) => {
  const answering = new Map<string, Answering>()
  const received: Received[] = []
  const unexpected: string[] = []
  const operator = operatorAnswers()

  const handle = async ({ row, wire }: Endpoint, request: Request, params: object): Promise<Response> => {
    const body = Buffer.from(await request.arrayBuffer())
    const { pathname, search, searchParams } = new URL(request.url)
    const arrived = {
      method: request.method as Method,
      params: { ...params },
      query: Object.fromEntries(searchParams),
      contentType: request.headers.get('content-type') ?? '',
      body,
    }
    if (row.auth === 'operator') {
      const isKnown = request.headers.get('authorization') === `Bearer ${deskToken}`
      return sealed(wire, isKnown ? operator.outcomeOf(row, await readInput(row, arrived)) : keyRefused)
    }
    const headers = Object.fromEntries(request.headers)
    const signed = { method: request.method, path: pathname + search, headers, body }
    const keysOf = (aid: string) => (aid === application.aid ? [application.key] : [])
    const check = checkSignature(signed, keysOf, Date.now())
    if (!check.ok) {
      const reason = check.reason === 'stale' ? 'clock' : 'key'
      return sealed(wire, { ok: false, code: 'signature_refused', data: { reason } })
    }
    const cookies = cookiesOf(request)
    const token = cookies[formTokenCookie]
    if (row.method === 'POST' && (!token || request.headers.get(headerNames.formToken) !== token))
      return sealed(wire, { ok: false, code: 'form_token_refused', data: {} })
    const raw = await readInput(row, arrived)
    const input = row.input.safeParse(raw)
    const name = row.name as CallName
    const call: Received = { name, path: pathname, input: input.data ?? raw, cookies, headers: request.headers }
    received.push(call)
    if (!input.success) {
      const fields = input.error.issues.map(({ path }) => ({ field: String(path[0]), reason: 'invalid' }))
      return sealed(wire, { ok: false, code: 'invalid_input', data: { fields } })
    }
    const answer = answering.get(row.name)
    if (!answer) {
      unexpected.push(row.name)
      return Response.error()
    }
    const outcome = answer(call)
    if (outcome instanceof Response) return outcome
    if (outcome.ok && row.answers === 'bytes') return file(outcome.data as FileAnswer)
    return sealed(wire, outcome, cookiesAfter(row, outcome, { token, account: String(call.input.account ?? '') }))
  }

  // One handler for all calls: msw tries its handlers one by one, and parses the cookies and the path again for each.
  const server = setupServer(
    http.all(
      ({ request }) => request.url.startsWith(`${url}/`) && endpointAt(request) !== undefined,
      ({ request }) => {
        const found = endpointAt(request)
        if (!found) throw new Error(`no call at ${request.url}`)
        return handle(found.endpoint, request, found.params)
      },
    ),
  )

  const reset = () => {
    answering.clear()
    received.length = 0
    unexpected.length = 0
    operator.reset()
    answering.set('checkLogin', () => ({ ok: true, data: { signed_in: false } }))
    answering.set('listCodeChannels', () => ({ ok: true, data: { channels: addressKinds } }))
  }
  reset()

  const answer = (name: string, outcome: unknown): void => {
    answering.set(name, typeof outcome === 'function' ? (outcome as Answering) : () => outcome as AnyOutcome)
  }

  return {
    /** The calls that an operator makes at the desk. */
    operator,
    received,
    unexpected,
    start: () => server.listen({ onUnhandledRequest: 'error' }),
    stop: () => server.close(),
    reset,
    /**
     * Decides the answer of a call from now on: an outcome that its row declares, a function of the received call, or a
     * raw response of an upstream that misbehaves.
     */
    answer: <Name extends CallName>(name: Name, outcome: AnswerOf<Calls[Name]>): void => answer(name, outcome),
    /** The same for several calls. */
    answers: (answers: Answers): void => {
      for (const [name, outcome] of Object.entries(answers)) answer(name, outcome)
    },
    /** The inputs of all requests of a call. */
    inputsOf: (name: CallName) => received.filter((one) => one.name === name).map(({ input }) => input),
  }
}

const file = ({ media_type, bytes }: FileAnswer): Response =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': media_type, [headerNames.logId]: randomUUID() } })

const sealed = (wire: Wire, outcome: AnyOutcome, setCookies: string[] = []): Response => {
  const logId = randomUUID()
  const { status, content } = outcome.ok ? { status: 200, content: outcome } : failed(wire, outcome)
  const headers = new Headers({ 'content-type': 'application/json', [headerNames.logId]: logId })
  for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
  // Not msw's own response class: msw would store its cookies and add them to all later requests.
  return new Response(JSON.stringify(wires[wire].seal(content, logId)), { status, headers })
}

const failed = (wire: Wire, { code, data, description = code }: Extract<AnyOutcome, { ok: false }>) => {
  const known: Record<string, { number?: number; status: number } | undefined> =
    wire === 'operator' ? operatorErrors : errors
  const { number = 0, status = 500 } = known[code] ?? {}
  return { status, content: { ok: false as const, number, code, description, data: { ...data } } }
}

const cookiesOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    (request.headers.get('cookie') ?? '')
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  )

/** True for the answer to a sign-in, also to one for a request of an application. One that waits for the authenticator has begun no session. */
const beginsSession = (data: object): boolean => {
  const begun = 'session' in data ? data.session : data
  return typeof begun === 'object' && begun !== null && 'is_new_user' in begun && !('authenticator_ticket' in begun)
}

/** A sign-in starts a session and makes the browser known, a sign-out ends the session, and a client without a form token gets one. */
const cookiesAfter = (
  row: Call,
  outcome: AnyOutcome,
  { token, account }: { token: string | undefined; account: string },
): string[] => [
  ...(token ? [] : [`${formTokenCookie}=${randomUUID()}; Path=/; HttpOnly`]),
  ...(outcome.ok && beginsSession(outcome.data)
    ? [
        `${sessionCookie}=${randomUUID()}; Path=/; HttpOnly`,
        `${accountMarkCookie}=${Buffer.from(`account ${account}`).toString('base64url')}; Path=/; HttpOnly`,
        `${knownBrowserCookie}=${randomBytes(16).toString('base64url')}; Path=/; HttpOnly`,
      ]
    : []),
  ...(outcome.ok && row.name === 'logout' ? [`${sessionCookie}=; Path=/; Max-Age=0`] : []),
]
