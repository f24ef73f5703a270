import type { Calls } from '../../../contract/calls'
import type { Answer } from '../../../contract/client'
import { redirectAndRotate, redirectTo } from '../../navigation/redirect.server'
import { unseen } from '../../navigation/return-address'
import type { Args } from '../../runtime/load-context'
import { readRequest } from './asked-request.server'
import { dropAuthTicket, keepAuthTicket } from './auth-ticket.server'
import { needsSignIn } from './needs-sign-in'
import { requestPath } from './request-path'

/** The page of the request that the address of a page below it names. */
export const pageOfRequest = ({ params }: Pick<Args, 'params'>): string => requestPath(params.request ?? '')

/**
 * Requires a request that waits for a person to prove who they are. Otherwise throws a redirect to the page of the
 * request, which says why not, or goes on.
 */
export const requireAsking = async (args: Args) => {
  const found = await readRequest(args)
  if (!found.ok || !needsSignIn(found.info)) throw await redirectTo(args, pageOfRequest(args))
  return found.info
}

type Proven = Extract<Answer<Calls['openSmsAuth']>, { ok: true }>['data']

/**
 * Leads the person who was proven for a request to its page: with the ticket, or, if they stay signed in, with the
 * session.
 * @param cookies Set-Cookie headers of the page's own
 */
export const goOnProven = async (args: Args, { auth_ticket, session }: Proven, cookies: readonly string[] = []) =>
  session
    ? redirectAndRotate(args, unseen(pageOfRequest(args)), { cookies: [...cookies, dropAuthTicket(args)] })
    : redirectTo(args, unseen(pageOfRequest(args)), { cookies: [...cookies, await keepAuthTicket(args, auth_ticket)] })

/** The failures of a way that are those of its request: the page of the request says what to do. */
export const isOfRequest = (code: string): boolean =>
  code === 'no_such_open_request' ||
  code === 'open_request_elsewhere' ||
  code === 'no_such_client' ||
  // Its redirect leads to the page that asks for the authenticator.
  code === 'authenticator_required'
