import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { unseen } from '~/navigation/returning/return-address'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import { endWithBrowser } from '~/session/visitor.server'
import { readRequest } from './asked-request.server'
import { dropAuthTicket, keepAuthTicket } from './auth-ticket.server'
import { needsSignIn } from './needs-sign-in'
import { requestPath } from './request-path'

/** The page of the request, for a page below it. */
export const pageOfRequest = ({ params }: Pick<Args, 'params'>): string => requestPath(params.request ?? '')

/**
 * Requires a request that waits for a person's proof. Otherwise throws a redirect to the page of the request, which
 * explains why not, or continues.
 */
export const requireAsking = async (args: Args) => {
  const found = await readRequest(args)
  if (!found.ok || !needsSignIn(found.info)) throw await redirectTo(args, pageOfRequest(args))
  return found.info
}

type Info = Awaited<ReturnType<typeof requireAsking>>

/**
 * True when a person who signs in for a request stays signed in for other applications, until the browser is closed. A
 * person who is already signed in keeps that session, and is proven for the request only.
 */
export const isForAllApplications = ({ person }: Pick<Info, 'person'>): boolean => env().singleSignOn && person === null

/**
 * The part of an input that decides whether a session begins. Unless the person ticks the box, the session ends with
 * the browser, even if it has to wait for the authenticator.
 */
export const wishOf = async (args: Args, isTicked: boolean): Promise<{ stay_signed_in?: 1 }> => {
  if (isTicked) return { stay_signed_in: 1 }
  const found = env().singleSignOn ? await readRequest(args) : undefined
  if (!found?.ok || !isForAllApplications(found.info)) return {}
  args.context.isBriefSession = true
  return { stay_signed_in: 1 }
}

type Proven = Extract<Answer<Calls['openSmsAuth']>, { ok: true }>['data']

/**
 * Redirects a person who was proven for a request to its page: with the new session, or otherwise with the ticket.
 * @param cookies the page's own Set-Cookie headers
 */
export const goOnProven = async (args: Args, { auth_ticket, session }: Proven, cookies: readonly string[] = []) => {
  const page = unseen(pageOfRequest(args))
  if (!session) return redirectTo(args, page, { cookies: [...cookies, await keepAuthTicket(args, auth_ticket)] })
  await endWithBrowser(args, args.context.isBriefSession ?? false)
  return redirectAndRotate(args, page, { cookies: [...cookies, dropAuthTicket(args)] })
}

/** The failures that concern the request itself: the page of the request explains what to do. */
export const isOfRequest = (code: string): boolean =>
  code === 'no_such_open_request' ||
  code === 'open_request_elsewhere' ||
  code === 'no_such_client' ||
  // Its redirect leads to the page that asks for the authenticator.
  code === 'authenticator_required'
