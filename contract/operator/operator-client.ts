import type { z } from 'zod'
import { headerNames } from '#contract/wire/headers'
import { writeInput } from '#contract/wire/input'
import { type Application, sign } from '#contract/wire/signing'
import { wholeBody } from '#outgoing/whole-body'
import { carriedBy, type OperatorCall } from './operator-call'
import { allOperatorCalls, type OperatorCallName, type OperatorCalls } from './operator-calls'
import { inputFault, type OperatorAnswer, operatorWire } from './operator-wire'

/** A typed function for every call of the operator. */
export type OperatorClient = {
  [Name in OperatorCallName]: (
    input: z.input<OperatorCalls[Name]['input']>,
  ) => Promise<OperatorAnswer<OperatorCalls[Name]>>
}

/** Makes one call, with an input that fits its row. */
export type MakeOperatorCall = (row: OperatorCall, input: Record<string, unknown>) => Promise<OperatorAnswer>

/** Makes a client from a function that makes one call. An input that does not fit its row is refused here. */
export const operatorClientOf = (make: MakeOperatorCall): OperatorClient => {
  const made = allOperatorCalls.map((row) => {
    const call = async (input: Record<string, unknown>): Promise<OperatorAnswer> => {
      const read = row.input.safeParse(input)
      if (!read.success) return { ok: false, code: 'invalid_input', description: inputFault(read.error) }
      return make(row, input)
    }
    return [row.name, call]
  })
  return Object.fromEntries(made) as OperatorClient
}

/** No account API answered a call, or not in its format. */
export class OperatorUnanswered extends Error {
  override name = 'OperatorUnanswered'
  /**
   * @param kind `refused`: nothing listens there, so the call was not made. `silent`: it is unknown whether the call
   * was made. `foreign`: what answers there does not know the call
   */
  constructor(
    readonly kind: 'refused' | 'silent' | 'foreign',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The credential of an operator: a key, or the signature of the account API's own application. */
export type OperatorCredential = { key: string } | { application: Application }

interface Upstream {
  /** Without a slash at its end. */
  baseUrl: string
  credential: OperatorCredential
  /**
   * The browser of an operator at the desk, the log id of its request, and what signs both: without the signature the
   * account API does not trust the address. Default: a program.
   */
  from?: {
    application: Application
    signedAtMs: number
    logId: string
    clientAddress: string
    userAgent: string
    /** Identifies the form that makes the calls. */
    requestKey?: string | undefined
  }
}

const timeoutMs = 30_000

/**
 * A client of an account API over HTTP.
 * @throws OperatorUnanswered from each call that gets no answer
 */
export const operatorClient = (upstream: Upstream): OperatorClient =>
  operatorClientOf((row, input) => askOperator(upstream, row, input))

/**
 * Makes one call over HTTP.
 * @throws OperatorUnanswered
 */
export const askOperator = async (
  { baseUrl, credential, from }: Upstream,
  row: OperatorCall,
  input: Record<string, unknown>,
): Promise<OperatorAnswer> => {
  const { path, contentType, body = '' } = writeInput(carriedBy(row), row.path, input)
  // All that fetch would add on its own and a signature covers.
  const headers: Record<string, string> = {
    ...(contentType !== undefined && { 'content-type': contentType }),
    'accept-language': 'en',
    'user-agent': from?.userAgent ?? 'operator',
    ...(from && { [headerNames.logId]: from.logId, [headerNames.clientAddress]: from.clientAddress }),
    ...(row.once && from?.requestKey !== undefined && { [headerNames.requestKey]: from.requestKey }),
  }
  const application = 'application' in credential ? credential.application : from?.application
  const shown = {
    ...('key' in credential && { authorization: `Bearer ${credential.key}` }),
    ...(application && sign({ method: row.method, path, headers, body }, application, from?.signedAtMs ?? Date.now())),
  }
  const signal = AbortSignal.timeout(timeoutMs)
  let status: number
  let read: unknown
  try {
    const answer = await fetch(baseUrl + path, {
      method: row.method,
      headers: { ...headers, ...shown },
      body: row.method === 'GET' ? null : body,
      redirect: 'error',
      signal,
    })
    status = answer.status
    read = JSON.parse((await wholeBody(answer, { signal })).toString())
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isRefused = (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
    throw new OperatorUnanswered(isRefused ? 'refused' : 'silent', String(cause ?? error), { cause: error })
  }
  const answered = operatorWire.open(row, status, read)
  if (!answered) throw new OperatorUnanswered('foreign', `status ${status}`)
  return answered
}
