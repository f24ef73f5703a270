import { type Args, oncePerRequest } from '../load-context'
import { newBrowserId } from './browser-id.server'
import { cookie, cookieIn, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'

const sessionsCookie = 'butterfly_kept_sessions'
/** Only the page for changing between accounts gets the sessions. */
const path = '/settings/accounts'
/**
 * Tells every page that there are kept sessions, which are bound to this mark: a copy of them cannot be opened in
 * another browser. The browser id would not do: signing in and out changes it, on pages that do not get the sessions.
 */
const markCookie = 'butterfly_keeps_sessions'
const purpose = 'kept sessions'
const keptDays = 90

/** The most accounts that stay signed in beside the present one. */
export const mostKept = 5
/** Including its name and attributes the cookie has to stay below 4,096 bytes. */
const sealedMaxBytes = 3900

/** The session of an account that stays signed in at this browser beside the present one. */
export interface KeptSession {
  /** Names the session in a form, without revealing anything. */
  key: string
  userId: string
  username: string
  /** The account API's cookies of the session. */
  jar: Record<string, string>
}

/** The sealed content: the sessions, and the mark of the browser that they belong to. */
interface Kept {
  sessions: KeptSession[]
  mark: string
}

const sealed = (kept: Kept): Promise<string> => seal(kept, { purpose, minutes: keptDays * 24 * 60 })

const stateOf = oncePerRequest(async ({ request }: Args) => {
  const given = readCookie(request, sessionsCookie, { path })
  const opened = given === undefined ? undefined : await unseal<Kept>(given, { purpose })
  const mark = cookieIn(request.headers.get('cookie') ?? '', markCookie)
  const own = opened?.mark === mark ? opened : undefined
  // A cookie that cannot be opened, or belongs to another browser, is deleted.
  return { sessions: own?.sessions ?? [], mark: own?.mark ?? newBrowserId(), changed: given !== undefined && !own }
})

/** The kept sessions, the newest first. */
export const keptSessions = async (args: Args): Promise<readonly KeptSession[]> => (await stateOf(args)).sessions

/** Stores these sessions, in place of all earlier ones. False: they are too many, and nothing has changed. */
export const keepSessions = async (args: Args, sessions: KeptSession[]): Promise<boolean> => {
  const state = await stateOf(args)
  const { mark } = state
  if (sessions.length > mostKept || (await sealed({ sessions, mark })).length > sealedMaxBytes) return false
  state.sessions = sessions
  state.changed = true
  return true
}

/** The Set-Cookie headers for the changes of this request, if any. */
export const changedKeptSessions = async (args: Args): Promise<string[]> => {
  const { sessions, mark, changed } = await stateOf(args)
  if (!changed) return []
  const isEmpty = sessions.length === 0
  const maxAgeSeconds = isEmpty ? 0 : keptDays * 24 * 60 * 60
  return [
    cookie(sessionsCookie, isEmpty ? '' : await sealed({ sessions, mark }), { maxAgeSeconds, path }),
    cookie(markCookie, isEmpty ? '' : mark, { maxAgeSeconds }),
  ]
}

/** True when the page of a path leads to the kept sessions of a browser, so that it belongs to that browser alone. */
export const leadsToKept = (pagePath: string, cookieHeader: string): boolean =>
  pagePath === '/login' && cookieIn(cookieHeader, markCookie) !== undefined
