import { CookieJar } from '../../contract/cookie-jar'
import { sessionCookie as apiSessionCookie } from '../../contract/headers'
import { type Args, oncePerRequest } from '../load-context'
import { cookie, cookieIn, readCookie } from './cookie.server'
import { seal, unseal } from './seal.server'
import { formTokenOf, newVisit, readVisit, setVisit } from './visit.server'

export type { Args } from '../load-context'

const sessionCookie = 'butterfly_session'
const purpose = 'session'
const sessionDays = 90

export interface Visitor {
  /** The account API's cookies for this person. */
  jar: CookieJar
  readonly signedIn: boolean
  /** The browser's visit cookie; undefined when it sent none. */
  visit: string | undefined
  formToken: string
}

interface Held extends Visitor {
  /** The visit that this answer will leave the browser with. */
  nextVisit: string
  /** A session cookie came that does not open, or that belongs to another visit. */
  staleSession: boolean
}

/** What is sealed into the session cookie. */
interface Session {
  jar: Record<string, string>
  visit: string
}

const hold = oncePerRequest(async ({ request, context }: Args): Promise<Held> => {
  const visit = readVisit(request.headers.get('cookie') ?? '')
  const nextVisit = visit ?? newVisit()
  const formToken = formTokenOf(nextVisit)
  context.formToken = formToken
  const sealed = readCookie(request, sessionCookie)
  const session = sealed === undefined ? undefined : await unseal<Session>(sealed, { purpose })
  const usable = session !== undefined && session.visit === visit
  const jar = new CookieJar(usable ? session.jar : {})
  return {
    jar,
    get signedIn() {
      return jar.get(apiSessionCookie) !== undefined
    },
    visit,
    nextVisit,
    formToken,
    staleSession: sealed !== undefined && !usable,
  }
})

/** Who asks, as far as the browser's cookies tell. A session cookie that does not open means signed out, never an error. */
export const visitor: (args: Args) => Promise<Visitor> = hold

/**
 * The Set-Cookie headers that leave the browser with what this request changed. `renewVisit` starts a new visit, which
 * ends the forms and flows of the old one.
 */
export const changedCookies = async (args: Args, { renewVisit = false } = {}): Promise<string[]> => {
  const held = await hold(args)
  const visit = renewVisit ? newVisit() : held.nextVisit
  const isNewVisit = visit !== held.visit
  return [
    ...(isNewVisit ? [setVisit(visit)] : []),
    ...(held.jar.changed || held.staleSession || renewVisit ? [await setSession(held.jar, visit)] : []),
  ]
}

const setSession = async (jar: CookieJar, visit: string): Promise<string> => {
  const cookies = jar.toJSON()
  if (Object.keys(cookies).length === 0) return cookie(sessionCookie, '', { maxAgeSeconds: 0 })
  const session: Session = { jar: cookies, visit }
  const sealed = await seal(session, { purpose, minutes: sessionDays * 24 * 60 })
  return cookie(sessionCookie, sealed, { maxAgeSeconds: sessionDays * 24 * 60 * 60 })
}

/** Forgets everything that the account API has set for this person. */
export const endSession = async (args: Args): Promise<void> => {
  const { jar } = await hold(args)
  jar.store(Object.keys(jar.toJSON()).map((name) => `${name}=`))
}

/** Whether a Cookie header may belong to a signed-in person: it carries a session cookie, usable or not. */
export const carriesSession = (cookieHeader: string): boolean => cookieIn(cookieHeader, sessionCookie) !== undefined
