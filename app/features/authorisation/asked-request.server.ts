import type { OpenParameters } from '#contract/applications/open-fields'
import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import type { VouchedUrl } from '#contract/terms/vouched-url'
import { requireData } from '~/navigation/guards/guards.server'
import { leadToFactor, leadToTerms } from '~/navigation/guards/terms-first.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { leaveTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'
import { findCookie } from '~/session/cookie.server'
import { visitor } from '~/session/visitor.server'
import { dropAuthTicket, readAuthTicket } from './auth-ticket.server'
import { heldRequest, isHeldHere, letGoOfRequest } from './held-request.server'
import { requestPath } from './request-path'

/** The account API's cookie for the browser in which a request began, for the pages of that request. */
const browserKeyCookie = 'openauth.sig'

/** The request in a page's address, in the form that calls use. */
type Asked = { request_uid: string; browser_key: string } | OpenParameters

/**
 * The request in a page's address, with the proof that it began in this browser; or its parameters, if the account API
 * holds no requests. If this browser no longer has them, throws a redirect to the page of the request, which says why.
 */
export const askedRequest = async (args: Args): Promise<Asked> => {
  const { params, request } = args
  const uid = params.request ?? ''
  if (!isHeldHere())
    return { request_uid: uid, browser_key: findCookie(request.headers.get('cookie') ?? '', browserKeyCookie) ?? '' }
  const held = await heldRequest(args)
  if (!held.ok) throw await redirectTo(args, requestPath(uid))
  return held.asked
}

type Told = Extract<Answer<Calls['openAuthInfo']>, { ok: true }>['data']
export type Info = Told & { person: NonNullable<Told['person']> | null }

/** The reasons why a request cannot be answered here. Texts: `authorise.<reason>`. */
const reasons = {
  no_such_open_request: { reason: 'over', status: 404 },
  open_request_elsewhere: { reason: 'elsewhere', status: 403 },
  no_such_client: { reason: 'no_client', status: 404 },
  invalid_input: { reason: 'over', status: 404 },
} as const

type Unanswerable = (typeof reasons)[keyof typeof reasons]

/** The request, with the ticket of a person who was proven only for it. */
export const askedWithTicket = async (args: Args) => {
  const ticket = await readAuthTicket(args)
  return { ...(await askedRequest(args)), ...(ticket !== undefined && { auth_ticket: ticket }) }
}

type Found = { ok: true; info: Info; isByTicket: boolean } | ({ ok: false } & Unanswerable)

/**
 * The application and the scopes that it requests, or why nobody can answer. `isByTicket`: the person was proven for
 * this request only. If the ticket was used or has expired, throws a redirect that drops it, to the page of the
 * request, which says to sign in again.
 */
export const readRequest = async (args: Args): Promise<Found> => {
  if (isHeldHere()) {
    const held = await heldRequest(args)
    if (!held.ok) return { ok: false, ...reasons[held.code] }
  }
  const asked = await askedWithTicket(args)
  const answer = await askInfo(args, asked)
  if (!answer.ok && answer.code === 'ticket_refused') throw await signInAgain(args)
  if (!answer.ok && answer.code in reasons) return { ok: false, ...reasons[answer.code as keyof typeof reasons] }
  const [info, isByTicket] = [await requireData(args, answer), 'auth_ticket' in asked]
  if (info.terms_due) throw await (isByTicket ? signInFirst(args, 'terms_sign_in') : leadToTerms(args, await api(args)))
  if (isByTicket && info.needs.some((need) => need.endsWith('factor'))) throw await signInFirst(args, 'factor_sign_in')
  if (info.factor_due)
    throw await (isByTicket ? signInFirst(args, 'factor_sign_in') : leadToFactor(args, await api(args)))
  return { ok: true, info, isByTicket }
}

/**
 * Asks the account API about a request. If it holds none, throws the problem page for a faulty request of an
 * application: if the account API refuses the parameters, or does not name their redirect_uri.
 */
const askInfo = async (args: Args, asked: Asked & { auth_ticket?: string }) => {
  const answer = await (await api(args)).openAuthInfo(asked)
  if (!('client_key' in asked))
    return answer.ok ? { ...answer, data: { ...answer.data, person: answer.data.person ?? null } } : answer
  if (!answer.ok && answer.code === 'invalid_input') throw problem('authorisation')
  if (!answer.ok) return answer
  // An account API that does not return the address has accepted it.
  const { returns_to = asked.redirect_uri as VouchedUrl } = answer.data
  if (new URL(returns_to).href !== new URL(asked.redirect_uri).href) throw wrongAddress(args, 'openAuthInfo')
  const client_key = answer.data.client.client_key || asked.client_key
  const client = { ...answer.data.client, client_key, name: answer.data.client.name || client_key }
  const { person = await personHere(args, asked) } = answer.data
  return { ...answer, data: { ...answer.data, client, person, returns_to } }
}

/** The person of a request, if the account API does not name them. For a ticket, the name is unknown. */
const personHere = async (args: Args, asked: { auth_ticket?: string }): Promise<Info['person']> => {
  if (asked.auth_ticket !== undefined) return { username: '', name: '' }
  if ((await visitor(args)).jar.session === undefined) return null
  const answer = await (await api(args)).accountInfo({})
  return answer.ok ? { username: answer.data.username, name: answer.data.name ?? '' } : null
}

/**
 * Sends the browser on with the answer to its request, which ends here. If the account API holds no requests, throws a
 * problem page for an address that is not the application's, or that lacks the application's own value.
 */
export const leaveWithAnswer = async (args: Args, url: VouchedUrl): Promise<Response> => {
  const asked = await askedRequest(args)
  if ('client_key' in asked && !isAnswerTo(asked, url)) throw wrongAddress(args, 'openWebAuth')
  return leaveTo(args, url, { cookies: [dropAuthTicket(args), ...letGoOfRequest(args)] })
}

/** True for an address with the origin, the path and the state of a request. */
const isAnswerTo = ({ redirect_uri, state }: OpenParameters, url: VouchedUrl): boolean => {
  const [asked, given] = [new URL(redirect_uri), new URL(url)]
  const states = given.searchParams.getAll('state')
  const isSameState = state === undefined || (states.length === 1 && states[0] === state)
  return given.origin === asked.origin && given.pathname === asked.pathname && isSameState
}

const wrongAddress = (args: Args, call: string): Response => {
  logOf(args).error(
    { logId: logIdOf(args), call },
    'the account API answered a different address than the request of an application',
  )
  return problem('authorisation')
}

/**
 * A person who was proven for one request only signs in to accept new terms, or to set up a second factor, because the
 * ticket works on no other page.
 */
const signInFirst = (args: Args, notice: 'terms_sign_in' | 'factor_sign_in'): Promise<Response> =>
  redirectTo(args, { path: requestPath(args.params.request ?? ''), notice }, { cookies: [dropAuthTicket(args)] })

/**
 * Drops an invalid ticket, and redirects to the page of the request, which says to sign in again. The second of two
 * clicks finds the answer of the first, and continues with that.
 */
export const signInAgain = async (args: Args): Promise<Response> => {
  const isPosted = args.request.method === 'POST'
  const answer = isPosted ? await askInfo(args, await askedRequest(args)) : undefined
  if (answer?.ok && answer.data.goes_on_at !== null) return leaveWithAnswer(args, answer.data.goes_on_at)
  const page = { path: requestPath(args.params.request ?? ''), notice: 'auth_ticket_over' } as const
  return redirectTo(args, page, { cookies: [dropAuthTicket(args)] })
}
