import type { Calls } from '../../../contract/calls'
import type { Answer } from '../../../contract/client'
import { requireData } from '../../navigation/guards.server'
import { leaveTo } from '../../navigation/leave.server'
import { redirectTo } from '../../navigation/redirect.server'
import { api } from '../../runtime/api.server'
import type { Args } from '../../runtime/load-context'
import { findCookie } from '../../session/cookie.server'
import { dropAuthTicket, readAuthTicket } from './auth-ticket.server'
import { requestPath } from './request-path'

/** The cookie that the account API gives to the browser in which a request was begun, for the pages of that request. */
const browserKeyCookie = 'openauth.sig'

/** The request that a page's address names, and what shows that it was begun in this browser. */
export const askedRequest = ({ params, request }: Args) => ({
  request_uid: params.request ?? '',
  browser_key: findCookie(request.headers.get('cookie') ?? '', browserKeyCookie) ?? '',
})

type Info = Extract<Answer<Calls['openAuthInfo']>, { ok: true }>['data']

/** Why a request cannot be answered here. Texts: `authorise.<reason>`. */
const reasons = {
  no_such_open_request: { reason: 'over', status: 404 },
  open_request_elsewhere: { reason: 'elsewhere', status: 403 },
  no_such_client: { reason: 'no_client', status: 404 },
  invalid_input: { reason: 'over', status: 404 },
} as const

type Unanswerable = (typeof reasons)[keyof typeof reasons]

/** The same, with the ticket of the person who was proven for this request alone. */
export const askedWithTicket = async (args: Args) => {
  const ticket = await readAuthTicket(args)
  return { ...askedRequest(args), ...(ticket !== undefined && { auth_ticket: ticket }) }
}

type Found = { ok: true; info: Info; isByTicket: boolean } | ({ ok: false } & Unanswerable)

/**
 * Who asks for what, or why nobody can answer. `isByTicket`: the person was proven for this request alone. A ticket that
 * was used or has expired is dropped, by a thrown redirect to the page of the request, which says to sign in again.
 */
export const readRequest = async (args: Args): Promise<Found> => {
  const asked = await askedWithTicket(args)
  const answer = await (await api(args)).openAuthInfo(asked)
  if (!answer.ok && answer.code === 'ticket_refused') throw await signInAgain(args)
  if (!answer.ok && answer.code in reasons) return { ok: false, ...reasons[answer.code as keyof typeof reasons] }
  return { ok: true, info: await requireData(args, answer), isByTicket: 'auth_ticket' in asked }
}

/**
 * Drops a ticket that is no longer good, and leads to the page of the request, which says to sign in again. The second of
 * two clicks finds the answer of the first, and goes on with that.
 */
export const signInAgain = async (args: Args): Promise<Response> => {
  const cookies = [dropAuthTicket(args)]
  const isPosted = args.request.method === 'POST'
  const answer = isPosted ? await (await api(args)).openAuthInfo(askedRequest(args)) : undefined
  if (answer?.ok && answer.data.goes_on_at !== null) return leaveTo(args, answer.data.goes_on_at, { cookies })
  return redirectTo(args, { path: requestPath(args.params.request ?? ''), notice: 'auth_ticket_over' }, { cookies })
}
