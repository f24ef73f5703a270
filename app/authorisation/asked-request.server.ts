import type { Calls } from '../../contract/calls'
import type { Answer } from '../../contract/client'
import { api } from '../api.server'
import type { Args } from '../load-context'
import { requireData } from '../navigation/guards.server'
import { findCookie } from '../session/cookie.server'

/** The cookie that the account API gives to the browser in which a request was begun, for the pages of that request. */
const browserKeyCookie = 'openauth.sig'

/** The page of a request of an application. */
export const requestPath = (uid: string): string => `/login/authorize/${uid}`

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

/** Who asks for what, or why nobody can answer. */
export const readRequest = async (args: Args): Promise<{ ok: true; info: Info } | ({ ok: false } & Unanswerable)> => {
  const answer = await (await api(args)).openAuthInfo(askedRequest(args))
  if (!answer.ok && answer.code in reasons) return { ok: false, ...reasons[answer.code as keyof typeof reasons] }
  return { ok: true, info: await requireData(args, answer) }
}
