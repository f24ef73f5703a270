import { createHash, randomBytes } from 'node:crypto'
import { sitePaths } from '#contract/applications/site-paths'
import type { Client } from '#contract/client'
import { isAbsent } from '~/runtime/absent-calls.server'
import { env } from '~/runtime/env.server'
import { clientOfNobody } from '~/runtime/upstream.server'
import { cookie, readCookie } from '~/session/cookie.server'
import { pathAtSite } from './path-at-site'

/** A request for a path of this product at a protected site, of its proxy or of a browser. */
export interface AskedAtSite {
  /** Path and query. */
  url: string
  method: string
  /** By name, in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Scheme, host and port of the site, as its proxy sends them. */
  origin: string
  logId: string
  left: AbortSignal
}

export interface AnswerAtSite {
  status: number
  headers: Record<string, string>
  setCookies: string[]
  /** Plain text, for people who read the answer. */
  body: string
}

/**
 * The session at the site. It ends with the browser, because entering again needs only a redirect while the person is
 * signed in.
 */
const sessionCookie = 'butterfly_site'
/** The value that a ticket is bound to. All tabs of a browser share it, so each can be signed in. */
const verifierCookie = 'butterfly_site_start'
const verifierMaxAgeSeconds = 60 * 60
const tokenPattern = /^[\w-]{43}$/

type Visitor = Awaited<ReturnType<Client['siteVisitor']>>

const answered = (status: number, body: string, headers: Record<string, string> = {}): AnswerAtSite => ({
  status,
  headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', ...headers },
  setCookies: [],
  body,
})

/** True when the account API knows no site with this origin, or the origin is invalid. */
const isUnknownSite = (code: string): boolean => code === 'no_such_site' || code === 'invalid_input'

const notRegistered = () => answered(403, 'This site is not registered.\n')

const redirect = (location: string, setCookies: string[] = []): AnswerAtSite => ({
  ...answered(302, '', { location, 'referrer-policy': 'no-referrer' }),
  setCookies,
})

/** Header values are bytes, here in UTF-8. */
const inHeader = (text: string): string => Buffer.from(text).toString('latin1')

const headerOf = (asked: AskedAtSite, name: string): string => String([asked.headers[name]].flat()[0] ?? '')

/** The value of one of the cookies, if it has the right form. */
const tokenIn = (asked: AskedAtSite, name: string): string | undefined => {
  const value = readCookie(headerOf(asked, 'cookie'), name)
  return value !== undefined && tokenPattern.test(value) ? value : undefined
}

const clientFor = ({ logId, left }: AskedAtSite): Client => clientOfNobody('site', { logId, left })

const visitorOf = (asked: AskedAtSite): Promise<Visitor> => {
  const token = tokenIn(asked, sessionCookie)
  return clientFor(asked).siteVisitor({ site: asked.origin, ...(token !== undefined && { token }) })
}

/**
 * True for a request that opens a page, so its browser may be redirected. A form would lose what was typed, and a
 * script cannot follow to another site.
 */
const opensPage = (asked: AskedAtSite): boolean => {
  const method = headerOf(asked, 'x-forwarded-method') || asked.method
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headerOf(asked, 'x-requested-with') !== '') return false
  const mode = headerOf(asked, 'sec-fetch-mode')
  return mode === '' ? headerOf(asked, 'accept').includes('text/html') : mode === 'navigate'
}

/** The address where the browser begins a sign-in, to return to a path. */
const startAt = ({ origin }: AskedAtSite, to: string): string =>
  `${origin}${sitePaths.start}?${new URLSearchParams({ to })}`

/** The answer to a proxy's question: whether this request may continue, and whose it is. */
const judge =
  (redirectStatus: 302 | 401) =>
  async (asked: AskedAtSite): Promise<AnswerAtSite> => {
    const visitor = await visitorOf(asked)
    if (visitor.ok) {
      const { user_id, name = '', email = '', groups = [], organisation = '' } = visitor.data
      // All of them each time, so a proxy that copies them overwrites those made up by a client.
      return answered(200, '', {
        'x-butterfly-user': user_id,
        'x-butterfly-name': inHeader(name),
        'x-butterfly-email': inHeader(email),
        'x-butterfly-groups': groups.join(','),
        'x-butterfly-organisation': organisation,
      })
    }
    const { code } = visitor
    if (isUnknownSite(code)) return notRegistered()
    if (code !== 'no_site_session' && code !== 'site_refused') return unavailable()
    // A page shows the person why they are not let in.
    if (opensPage(asked)) {
      const location = startAt(asked, pathAtSite(headerOf(asked, 'x-forwarded-uri')))
      return answered(redirectStatus, '', { location })
    }
    return code === 'site_refused'
      ? answered(403, 'This site is not for this account.\n')
      : answered(401, 'Nobody is signed in.\n')
  }

const unavailable = () => answered(503, 'Try again in a while.\n', { 'retry-after': '30' })

const toIn = ({ url }: AskedAtSite): string => pathAtSite(queryOf(url).get('to'))

const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'))

/** The address of the page about a site. */
const ourPage = (path: string, query: Record<string, string>): string =>
  `${env().publicUrl.origin}${path}?${new URLSearchParams(query)}`

/** Begins to sign a browser in: sets the secret that its ticket is bound to, and redirects to the sign-in. */
const start = async (asked: AskedAtSite): Promise<AnswerAtSite> => {
  const site = await clientFor(asked).protectedSite({ site: asked.origin })
  if (!site.ok) return isUnknownSite(site.code) ? notRegistered() : unavailable()
  const verifier = tokenIn(asked, verifierCookie) ?? randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return redirect(ourPage('/login/site', { site: asked.origin, challenge, to: toIn(asked) }), [
    cookie(verifierCookie, verifier, { maxAgeSeconds: verifierMaxAgeSeconds }),
  ])
}

/** Redeems the ticket of a browser that returns. */
const arrive = async (asked: AskedAtSite): Promise<AnswerAtSite> => {
  const to = toIn(asked)
  const [ticket, verifier] = [queryOf(asked.url).get('ticket') ?? '', tokenIn(asked, verifierCookie)]
  if (verifier !== undefined && tokenPattern.test(ticket)) {
    const redeemed = await clientFor(asked).redeemSiteTicket({ site: asked.origin, ticket, verifier })
    if (redeemed.ok) return redirect(to, [cookie(sessionCookie, redeemed.data.token, {})])
  }
  // A reloaded page sends a used ticket. Its browser is signed in by now.
  const visitor = await visitorOf(asked)
  if (visitor.ok) return redirect(to)
  if (isUnknownSite(visitor.code)) return notRegistered()
  return redirect(ourPage('/login/site/again', { site: asked.origin, to }))
}

/** Redirects to the page that signs out of everything. The session at the site ends with the person's session. */
const signOut = async (): Promise<AnswerAtSite> => redirect(`${env().publicUrl.origin}/logout`)

const answers: Record<string, (asked: AskedAtSite) => Promise<AnswerAtSite>> = {
  [sitePaths.authRequest]: judge(401),
  [sitePaths.forwardAuth]: judge(302),
  [sitePaths.start]: start,
  [sitePaths.arrive]: arrive,
  [sitePaths.signOut]: signOut,
}

/**
 * Answers a request for a path of this product at a protected site. A proxy asks at each request of its site, so
 * nothing is rendered or cached: an end of the session takes effect at once.
 * @throws when the account API gives no answer
 */
export const answerAtSite = async (asked: AskedAtSite): Promise<AnswerAtSite> => {
  const answer = answers[asked.url.split('?', 1)[0] ?? '']
  return answer && !isAbsent('siteVisitor') ? answer(asked) : notRegistered()
}
