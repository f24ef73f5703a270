import { z } from 'zod'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { newBrowserId } from './browser-id.server'
import { cookie, readCookie } from './cookie.server'
import { seal } from './seal.server'
import { sealedCookie } from './sealed-cookie.server'

const keptSession = z.object({
  /** Identifies the session in a form, without revealing anything. */
  key: z.string(),
  userId: z.string(),
  username: z.string(),
  /** The account API's cookies of the session. */
  jar: z.record(z.string(), z.string()),
  /** True: it ends when the browser is closed. */
  isBrief: z.boolean().exactOptional(),
})

/** The session of an account that stays signed in at this browser in addition to the current one. */
export type KeptSession = z.output<typeof keptSession>

const keptMinutes = 90 * 24 * 60
const sealing = { purpose: 'kept sessions', minutes: keptMinutes }
const sessionsCookie = sealedCookie({
  name: 'butterfly_kept_sessions',
  ...sealing,
  // Only the page for changing between accounts gets the sessions.
  path: '/settings/accounts',
  schema: z.object({ sessions: z.array(keptSession), mark: z.string() }),
})
/**
 * Shows every page that sessions are kept, which are bound to this mark: a copy of them cannot be opened in another
 * browser. The browser id would not do, because signing in and out changes it on pages that do not get the sessions.
 */
const markCookie = 'butterfly_keeps_sessions'

/** How many accounts may stay signed in besides the current one. */
export const mostKept = 5
/** Including its name and attributes the cookie has to stay below 4,096 bytes. */
const sealedMaxBytes = 3900

const stateOf = oncePerRequest(async ({ request }: Args) => {
  const opened = await sessionsCookie.read(request)
  const own = opened?.mark === readCookie(request, markCookie) ? opened : undefined
  // A cookie that cannot be opened, or belongs to another browser, is deleted.
  const changed = sessionsCookie.isIn(request) && !own
  return { sessions: own?.sessions ?? [], mark: own?.mark ?? newBrowserId(), changed }
})

/** The kept sessions, the newest first. */
export const keptSessions = async (args: Args): Promise<readonly KeptSession[]> => (await stateOf(args)).sessions

/** Stores these sessions, replacing all earlier ones. False when they are too many; then nothing has changed. */
export const keepSessions = async (args: Args, sessions: KeptSession[]): Promise<boolean> => {
  const state = await stateOf(args)
  const { mark } = state
  if (sessions.length > mostKept || (await seal({ sessions, mark }, sealing)).length > sealedMaxBytes) return false
  state.sessions = sessions
  state.changed = true
  return true
}

/** The Set-Cookie headers for the changes of this request, if any. */
export const changedKeptSessions = async (args: Args): Promise<string[]> => {
  const { sessions, mark, changed } = await stateOf(args)
  if (!changed) return []
  if (sessions.length === 0) return [sessionsCookie.clear(), cookie(markCookie, '', { maxAgeSeconds: 0 })]
  // All are in one cookie, so one session that ends with the browser makes the others end too.
  const isBrief = sessions.some((session) => session.isBrief)
  const marked = cookie(markCookie, mark, isBrief ? {} : { maxAgeSeconds: keptMinutes * 60 })
  return [await sessionsCookie.write({ sessions, mark }, { isBrief }), marked]
}

/** True when a Cookie header shows that the browser keeps sessions next to the current one. */
export const saysThatItKeeps = (cookieHeader: string): boolean => readCookie(cookieHeader, markCookie) !== undefined

/** True when the page of a path links to the kept sessions of a browser, so the page must not be shared. */
export const leadsToKept = (pagePath: string, cookieHeader: string): boolean =>
  pagePath === '/login' && saysThatItKeeps(cookieHeader)
