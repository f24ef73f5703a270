import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type OpenParameters, openParameters } from '#contract/applications/open-fields'
import { isAbsent } from '~/runtime/absent-calls.server'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { newBrowserId } from '~/session/browser-id.server'
import { cookie, readCookie } from '~/session/cookie.server'
import { sealedCookie } from '~/session/sealed-cookie.server'
import { visitor } from '~/session/visitor.server'
import { requestPath } from './request-path'

/**
 * True if the account API holds no requests of applications, because it lacks the calls of an OpenID Connect provider.
 * Then this web app keeps the parameters of each request in the browser, and sends them with each call.
 */
export const isHeldHere = (): boolean => isAbsent('openBeginInfo')

/** As long as the bundled account API keeps a request. */
const minutes = 60

/** How many requests of one browser are held at once. Another one drops the oldest. */
const mostHeld = 4
/** How many requests are remembered, so a page can tell an ended one from another browser's. */
const mostKnown = 8

/** The name contains a hash of the handle, because an address may have characters that a cookie name cannot. */
const nameOf = (uid: string): string =>
  `butterfly_asked.${createHash('sha256').update(uid).digest('base64url').slice(0, 8)}`

/** The parameters of one request. Only its pages get the cookie. */
const askedCookie = (uid: string) =>
  sealedCookie({
    name: nameOf(uid),
    purpose: 'request of an application',
    minutes,
    path: requestPath(uid),
    schema: z.object({ uid: z.string(), mark: z.string(), asked: openParameters }),
  })

/**
 * The mark of this browser, and the requests that began in it, the newest first. Each request is bound to the mark, so
 * a copy of its cookie is useless in another browser. The browser id would not do, because a sign-in changes it. With
 * the path /, the cookie gets the prefix that keeps other hosts from setting it.
 */
const knownCookie = 'butterfly_asking'
const known = new RegExp(`^[\\w-]{22}(\\.[\\w-]{22}){1,${mostKnown}}$`)
const knownMinutes = 2 * minutes

/** The mark and the handles in a request's cookies. */
const readKnown = ({ request }: Args): { mark: string | undefined; uids: readonly string[] } => {
  const value = readCookie(request, knownCookie) ?? ''
  const [mark, ...uids] = known.test(value) ? value.split('.') : []
  return { mark, uids }
}

/** Two requests that one browser begins at the same moment share the mark. */
const markOf = (browserId: string | undefined): string =>
  browserId === undefined ? newBrowserId() : createHash('sha256').update(browserId).digest('base64url').slice(0, 22)

/** Holds the parameters of a new request. Returns its handle, and the Set-Cookie headers that hold it. */
export const holdRequest = async (args: Args, asked: OpenParameters): Promise<{ uid: string; cookies: string[] }> => {
  const uid = newBrowserId()
  const before = readKnown(args)
  const mark = before.mark ?? markOf((await visitor(args)).browserId)
  const uids = [uid, ...before.uids].slice(0, mostKnown)
  return {
    uid,
    cookies: [
      await askedCookie(uid).write({ uid, mark, asked }),
      cookie(knownCookie, [mark, ...uids].join('.'), { maxAgeSeconds: knownMinutes * 60 }),
      ...uids.slice(mostHeld).map((each) => askedCookie(each).clear()),
    ],
  }
}

type Held = { ok: true; asked: OpenParameters } | { ok: false; code: 'no_such_open_request' | 'open_request_elsewhere' }

/**
 * The parameters of the request in a page's address, or a failure: it began in another browser, or has ended here. A
 * changed cookie counts as empty.
 */
export const heldRequest = oncePerRequest(async (args): Promise<Held> => {
  const uid = args.params.request ?? ''
  const { mark, uids } = readKnown(args)
  const held = await askedCookie(uid).read(args.request)
  if (held?.uid === uid && held.mark === mark) return { ok: true, asked: held.asked }
  return { ok: false, code: uids.includes(uid) ? 'no_such_open_request' : 'open_request_elsewhere' }
})

/** The Set-Cookie headers that end the request in a page's address, after its answer; none if it is not held here. */
export const letGoOfRequest = ({ params }: Args): string[] =>
  isHeldHere() ? [askedCookie(params.request ?? '').clear()] : []
