import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Call, type ErrorOf, pathFields, type UserCall } from './call'
import { type CallName, type Calls, calls } from './calls'
import type { ErrorData, ErrorName } from './errors'
import { type OperatorCalls, operatorCalls } from './operator/operator-calls'
import type { anyOperatorErrors, OperatorError } from './operator/operator-errors'
import { CookieJar } from './wire/cookie-jar'
import {
  type Caller,
  exchange,
  type OperatorCaller,
  type OperatorUpstream,
  pathOf,
  type Upstream,
} from './wire/exchange'
import { headerNames, ownNames } from './wire/headers'
import { inputFault } from './wire/input'
import { contentOf, hasNumber, maySignIn, read, type stepUpErrors } from './wire/read-answer'
import { UpstreamFailure } from './wire/upstream-failure'

type FailureOf<Name extends ErrorName> = {
  [Code in Name]: { ok: false; code: Code; description: string; data: ErrorData<Code>; logId: string }
}[Name]

/** A failure whose number the row does not declare: another row's, or one that only the account API knows. */
interface UndeclaredFailure {
  ok: false
  code: 'undeclared'
  number: number
  status: number
  description: string
  data: Record<string, unknown>
  logId: string
}

/** A failure of a call of an operator. `description` says what is wrong and what to do. */
interface OperatorFailure<Code extends OperatorError = OperatorError> {
  ok: false
  code: Code
  description: string
  data: { retry_after?: number }
  logId: string
}

/** A call that the client rejected before any request, without a message (spec section 5). */
type LocalRejection<Row extends Call> = Row['needsOneOf'] extends readonly []
  ? never
  : { ok: false; code: 'rejected'; description: ''; data: Record<string, never>; logId: '' }

/** The answer of a call: its data, or a failure. */
export type Answer<Row extends Call> =
  | { ok: true; data: z.output<Row['output']>; logId: string }
  | (Row['auth'] extends UserCall['auth']
      ? FailureOf<ErrorOf<Row> | (typeof stepUpErrors)[number]> | UndeclaredFailure | LocalRejection<Row>
      : OperatorFailure<(Row['errors'][number] & OperatorError) | (typeof anyOperatorErrors)[number]>)

export type Failure = Extract<Answer<UserCall>, { ok: false }>

type ClientOf<Rows extends Record<string, Call>> = {
  [Name in keyof Rows]: (input: z.input<Rows[Name]['input']>) => Promise<Answer<Rows[Name]>>
}

export type Client = ClientOf<Calls>
export type OperatorClient = ClientOf<OperatorCalls>

/**
 * The typed client of the contract, for one browser. An expected failure is a value; an outage, a time-out or an answer
 * that does not fit the row throws {@link UpstreamFailure}, and so does a call that the API lacks. A harmless call is
 * repeated once if the API is unreachable.
 */
export const createClient = (upstream: Upstream, caller: Caller): Client => clientOf(calls, asking(upstream, caller))

/** The same for operator calls. An input that does not fit its row makes no request. */
export const createOperatorClient = (
  upstream: OperatorUpstream,
  { key, ...caller }: OperatorCaller = {},
): OperatorClient => {
  const from = { clientAddress: '', userAgent: 'operator', ...caller, variant: 'web', language: 'en' } as const
  return clientOf(operatorCalls, asking(upstream, { ...from, jar: new CookieJar(), key }))
}

type Ask = (row: Call, input: Record<string, unknown>) => Promise<unknown>

const asking = (upstream: OperatorUpstream, caller: Caller & Pick<OperatorCaller, 'key'>): Ask => {
  const ask: Ask = async (row, input) => {
    if (upstream.paths?.[row.name as CallName] === null) throw new UpstreamFailure(row.name, 'absent', '')
    if (row.needsOneOf.length > 0 && !row.needsOneOf.some((field) => input[field]))
      return { ok: false, code: 'rejected', description: '', data: {}, logId: '' }
    const refused =
      row.auth === 'operator' ? misfit(row, input) : misfitInPath(row, pathOf(upstream, caller, row), input)
    if (refused) return { ok: false, code: 'invalid_input', ...refused, logId: '' }
    const { formTokenCookie } = upstream.names ?? ownNames
    if (row.method === 'POST' && row.auth !== 'operator') chooseFormToken(caller.jar, formTokenCookie)
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

  const attempt: Ask = async (row, input) => {
    const response = await exchange(upstream, caller, row, input)
    caller.jar.store(response.setCookies)
    const isHere = 'content' in response
    const logId = isHere ? response.logId : (response.header(upstream.logIdHeader ?? headerNames.logId) ?? '')
    const content = isHere ? response.content : contentOf(row, caller.variant, response)
    if (response.status >= 500 && !(content && (row.auth === 'operator' || hasNumber(content, 'busy'))))
      throw new UpstreamFailure(row.name, 'status', logId, { cause: response.status })
    if (!content) throw new UpstreamFailure(row.name, 'malformed', logId, { cause: response.status })
    // The first of two identical requests has used the nonce: it was processed, and its answer is lost.
    if (!isHere && response.resentAfter && hasNumber(content, 'signature_refused'))
      throw new UpstreamFailure(row.name, 'unreachable', logId, { cause: response.resentAfter })
    const answer = { ...read(row, content, { logId, status: response.status, isHere }), logId }
    if (answer.ok && maySignIn(row)) caller.jar.beginSession(response.setCookies, upstream.names ?? ownNames)
    return answer
  }

  return ask
}

/** The fault of the whole input of a call, in a sentence. */
const misfit = ({ input: type }: Call, input: Record<string, unknown>) => {
  const read = type.safeParse(input)
  return read.success ? undefined : { description: inputFault(read.error), data: {} }
}

/** A path field is checked before it is put into the path: `..` would address another call. */
const misfitInPath = ({ input: { shape } }: Call, path: string, input: Record<string, unknown>) => {
  const misfits = pathFields(path).filter((field) => !shape[field]?.safeParse(input[field]).success)
  const fields = misfits.map((field) => ({ field, reason: 'invalid' }))
  return misfits.length > 0 ? { description: '', data: { fields } } : undefined
}

/**
 * A client that makes each call in the same way. A client is made for each request, which makes few of the calls, so a
 * call's function is made when it is first used.
 */
export const clientOf = <Rows extends Record<string, Call>>(rows: Rows, ask: Ask): ClientOf<Rows> =>
  new Proxy({} as ClientOf<Rows>, {
    get: (_, name) => {
      const row = rows[name as string]
      return row && ((input: Record<string, unknown>) => ask(row, input))
    },
  })

/**
 * Chooses a form token for a browser that has none, which saves requesting one. Without a session the API only compares
 * cookie and header.
 */
const chooseFormToken = (jar: CookieJar, name: string): void => {
  if (jar.get(name) === undefined) jar.store([`${name}=${randomBytes(16).toString('base64url')}`])
}
