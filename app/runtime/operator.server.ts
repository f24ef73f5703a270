import type { OperatorCall } from '#contract/call'
import { type Answer, clientOf, createOperatorClient, type OperatorClient } from '#contract/client'
import { mayMakeNamed, type OperatorCallName, operatorCalls } from '#contract/operator/operator-calls'
import { leadToDeskSignIn } from '~/navigation/guards/desk-sign-in.server'
import { problem } from '~/navigation/problem'
import { deskTokenIn } from '~/session/desk-cookies.server'
import { unavailable } from './api.server'
import { clientAddressOf } from './bare-server.server'
import { type Args, type DeskVisitor, oncePerRequest } from './load-context'
import { logIdOf } from './log.server'
import { upstream } from './upstream.server'

/**
 * The calls of the operator who uses the desk. An expected failure is a value. Failures of the caller are thrown: a
 * redirect to the desk's sign-in when the session has ended, and a problem page when a scope is missing, or when the
 * account API gives no answer.
 */
export const operator: (args: Args) => Promise<OperatorClient> = oncePerRequest(async (args) => {
  requireDesk(args)
  const key = deskTokenIn(args.request)
  if (key === undefined) throw await leadToDeskSignIn(args)
  const client = createOperatorClient(upstream(), {
    ...{ key, logId: logIdOf(args), clientAddress: clientAddressOf(args), requestKey: args.context.requestKey },
    userAgent: (args.request.headers.get('user-agent') ?? '').slice(0, 256),
  })
  return clientOf(operatorCalls, async ({ name }, input) => {
    const answer = await (client[name as OperatorCallName] as Ask)(input).catch((error: unknown) => {
      throw unavailable(args, error)
    })
    if (answer.ok) return answer
    // After too many wrong tokens, a wrong one gets this answer, but a correct one is still accepted.
    if (answer.code === 'key_refused' || answer.code === 'too_many_requests') throw await leadToDeskSignIn(args)
    if (answer.code === 'scope_lacking') throw problem('forbidden')
    if (answer.code === 'internal') throw problem('unavailable', { retryAfterSeconds: 30 })
    return answer
  })
})

type Ask = (input: Record<string, unknown>) => Promise<Answer<OperatorCall>>

/** Throws the 404 of an unknown address, unless the request came to the desk. */
export const requireDesk = ({ context }: Pick<Args, 'context'>): void => {
  if (context.door !== 'desk') throw problem('not_found')
}

/** The operator who uses the desk. Otherwise a redirect to its sign-in is thrown. */
export const deskVisitor: (args: Args) => Promise<DeskVisitor> = oncePerRequest(async (args) => {
  const answer = await (await operator(args)).showOperator({})
  if (!answer.ok) throw problem('unavailable')
  const { name, holder, scopes, user_id: userId, expires_at: expiresAt, factor_until: factorUntil } = answer.data
  const visitor = { name, holder, scopes, userId, expiresAt, factorUntil }
  args.context.operator = visitor
  return visitor
})

/**
 * The guard of every page of the desk: requires that the request came to the desk, an operator, and the scope of a call
 * that the page makes. A form for a call that needs a fresh factor is shown after the factor is proven; a form that was
 * already filled in is not lost.
 * @param call the call that the page is for
 */
export const requireOperator = async (args: Args, call?: OperatorCallName): Promise<DeskVisitor> => {
  requireDesk(args)
  const visitor = await deskVisitor(args)
  if (call === undefined) return visitor
  if (!mayMakeNamed(visitor.scopes, call)) throw problem('forbidden')
  const isOpening = args.request.method === 'GET' && !args.context.hasPosted
  if (isOpening && operatorCalls[call].power.proof === 'factor' && isStale(visitor))
    throw await leadToDeskSignIn(args, { keepsSession: true })
  return visitor
}

/** True if the factor that opened the desk was proven too long ago. */
const isStale = ({ factorUntil }: DeskVisitor): boolean =>
  factorUntil !== null && Date.parse(factorUntil) <= (upstream().clock?.now() ?? Date.now())
