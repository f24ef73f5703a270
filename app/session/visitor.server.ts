import { z } from 'zod'
import { CookieJar } from '#contract/wire/cookie-jar'
import { knownBrowserCookie } from '#contract/wire/headers'
import { env } from '~/runtime/env.server'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { formTokenOf, newBrowserId, readBrowserId, setBrowserId } from './browser-id.server'
import { deskTokenIn } from './desk-cookies.server'
import { changedKeptSessions } from './kept-sessions.server'
import { knowsAccounts, readKnownBrowser, setKnownBrowser } from './known-browser.server'
import { changedWaitingForm } from './parked-cookie.server'
import { changedAccounts } from './remembered-accounts.server'
import { sealedCookie } from './sealed-cookie.server'
import { changedTypedAccount } from './typed-account.server'

export type { Args } from '~/runtime/load-context'

const sessionCookie = sealedCookie({
  name: 'butterfly_session',
  purpose: 'session',
  minutes: 90 * 24 * 60,
  isFrequent: true,
  schema: z.object({
    jar: z.record(z.string(), z.string()),
    browserId: z.string(),
    /** True: it ends when the browser is closed. */
    isBrief: z.boolean().exactOptional(),
  }),
})

export interface Visitor {
  /** The account API's cookies for this person. */
  jar: CookieJar
  readonly signedIn: boolean
  /** The browser id that the request carried; undefined when it carried none. */
  browserId: string | undefined
  formToken: string
}

interface VisitorState extends Visitor {
  /** The browser id after this response. */
  nextBrowserId: string
  /** True when the request carried a session cookie that cannot be opened or belongs to another browser id. */
  staleSession: boolean
  /** True when the session after this response ends when the browser is closed. */
  isBrief: boolean
  /** The initial tokens of the known browser in the jar. */
  tokens: string | undefined
}

const visitorState = oncePerRequest(async ({ request, context }: Args): Promise<VisitorState> => {
  const { door } = context
  const browserId = readBrowserId(request.headers.get('cookie') ?? '', door)
  const nextBrowserId = browserId ?? newBrowserId()
  const formToken = formTokenOf(nextBrowserId)
  context.formToken = formToken
  // The desk identifies operators by its own cookie, and reads none of the public site's sessions.
  if (door === 'desk') return atDesk({ browserId, nextBrowserId, formToken })
  const session = await readSession(request, browserId)
  const jar = newJar(session?.jar ?? (await readKnownBrowser(request)))
  return {
    jar,
    get signedIn() {
      return jar.session !== undefined
    },
    browserId,
    nextBrowserId,
    formToken,
    staleSession: sessionCookie.isIn(request) && session === undefined,
    // A cookie whose session has ended has no effect on the next one.
    isBrief: session?.isBrief === true && jar.session !== undefined,
    tokens: jar.get(knownBrowserCookie),
  }
})

/** The cookies of the account API, which may have its own name for the session. */
export const newJar = (cookies: Record<string, string> = {}): CookieJar =>
  new CookieJar(cookies, env().accountApi.names)

const atDesk = (ids: Pick<VisitorState, 'browserId' | 'nextBrowserId' | 'formToken'>): VisitorState => ({
  ...ids,
  jar: newJar(),
  signedIn: false,
  staleSession: false,
  isBrief: false,
  tokens: undefined,
})

/** The session in a request; undefined when it cannot be opened or belongs to another browser id. */
const readSession = async (from: Request | string, browserId: string | undefined) => {
  const session = await sessionCookie.read(from)
  return session?.browserId === browserId ? session : undefined
}

/**
 * The sender of the request, read from its cookies. A session cookie that cannot be opened means signed out, never an
 * error.
 */
export const visitor: (args: Args) => Promise<Visitor> = visitorState

/**
 * The Set-Cookie headers for the changes of this request. `rotate` gives the browser a new id, which ends the forms and
 * flows of the old one.
 */
export const changedCookies = async (args: Args, { rotate = false } = {}): Promise<string[]> => {
  const state = await visitorState(args)
  const browserId = rotate ? newBrowserId() : state.nextBrowserId
  const isNew = browserId !== state.browserId
  if (args.context.door === 'desk') return isNew ? [setBrowserId(browserId, 'desk')] : []
  const tokens = state.jar.get(knownBrowserCookie)
  return [
    ...(isNew ? [setBrowserId(browserId)] : []),
    ...(state.jar.changed || state.staleSession || rotate ? [await setSession(state, browserId)] : []),
    ...(tokens !== undefined && tokens !== state.tokens && isToBeKnown(args, state)
      ? [await setKnownBrowser(tokens)]
      : []),
    ...(await changedAccounts(args)),
    ...changedWaitingForm(args),
    ...(await changedKeptSessions(args)),
    ...(await changedTypedAccount(args, { browserId, isNew })),
  ]
}

/**
 * A browser that knows no accounts gets no known-browser token from a session that ends with the browser, because it
 * may be a shared one.
 */
const isToBeKnown = ({ request }: Args, { isBrief }: Pick<VisitorState, 'isBrief'>): boolean =>
  !isBrief || knowsAccounts(request)

const setSession = async (
  { jar, isBrief }: Pick<VisitorState, 'jar' | 'isBrief'>,
  browserId: string,
): Promise<string> => {
  const cookies = jar.toJSON()
  // A known browser's tokens are not a session, and have their own cookie.
  const isSession = Object.keys(cookies).some((name) => name !== knownBrowserCookie)
  if (!isSession) return sessionCookie.clear()
  // The browser drops a brief one, and each later response keeps it brief.
  return sessionCookie.write({ jar: cookies, browserId, ...(isBrief && { isBrief }) }, { isBrief })
}

/** The cookies of a session, and whether it ends when the browser is closed. */
export interface TakenSession {
  jar: Record<string, string>
  isBrief?: boolean
}

/** Drops every cookie of the account API for this browser, except those of a known browser, and returns them. */
export const endSession = async (args: Args): Promise<TakenSession> => {
  const state = await visitorState(args)
  const { jar, isBrief } = state
  const taken = Object.entries(jar.toJSON()).filter(([name]) => name !== knownBrowserCookie)
  jar.store(taken.map(([name]) => `${name}=`))
  state.isBrief = false
  return { jar: Object.fromEntries(taken), ...(isBrief && { isBrief }) }
}

/** Makes taken cookies the session of this browser, replacing the current one. */
export const putSession = async (args: Args, { jar: taken, isBrief = false }: TakenSession): Promise<void> => {
  await endSession(args)
  const state = await visitorState(args)
  state.jar.store(Object.entries(taken).map(([name, value]) => `${name}=${value}`))
  state.isBrief = isBrief
}

/** Sets whether the session that this request began ends when the browser is closed. */
export const endWithBrowser = async (args: Args, isBrief: boolean): Promise<void> => {
  const state = await visitorState(args)
  state.isBrief = isBrief
}

/** True when a Cookie header carries a session cookie, usable or not. */
export const carriesSession = (cookieHeader: string): boolean => sessionCookie.isIn(cookieHeader)

/** The account API's session in a Cookie header. Undefined: nobody is signed in, according to the cookies. */
export const sessionTokenIn = async (cookieHeader: string): Promise<string | undefined> => {
  const session = await readSession(cookieHeader, readBrowserId(cookieHeader))
  return session && newJar(session.jar).session
}

/**
 * True when a Cookie header carries the session of a signed-in person, or of an operator at the desk, according to the
 * cookie.
 */
export const isSignedIn = async (cookieHeader: string, door: 'public' | 'desk' = 'public'): Promise<boolean> =>
  (door === 'desk' ? deskTokenIn(cookieHeader) : await sessionTokenIn(cookieHeader)) !== undefined
