import { type AppEvent, appEvents, appScheme, appState, codeChallenge } from '#contract/terms/app-link'
import { flashOf } from '~/navigation/flash/flash.server'
import type { FlashName } from '~/navigation/flash/flash-names'
import { requireData } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { cookie, readCookie } from '~/session/cookie.server'

// The cookie with the host app of the last sign-in. It is no secret, and no proof: the account API vouches for every
// deep link.
const hostAppCookie = 'butterfly_host_app'
const maxAgeSeconds = 90 * 24 * 60 * 60

/** The Set-Cookie header that lets later pages lead back to the host app. */
export const rememberHostApp = (scheme: string): string => cookie(hostAppCookie, scheme, { maxAgeSeconds })

/** Reads the parameters of a host app's request for a sign-in. Only S256 is accepted (RFC 7636, section 4.2). */
const readAsked = (request: Request) => {
  const query = new URL(request.url).searchParams
  const scheme = appScheme.safeParse(query.get('scheme'))
  const challenge = codeChallenge.safeParse(query.get('code_challenge'))
  const state = appState.safeParse(query.get('state'))
  if (!scheme.success || !challenge.success || !state.success) return undefined
  return { scheme: scheme.data, code_challenge: challenge.data, state: state.data }
}

/** The deep links of a host app; undefined if its scheme is not on the list. */
const linksOf = async (args: Args, scheme: string) => {
  const client = await api(args)
  const answer = await client.hostAppLinks({ scheme })
  if (!answer.ok && answer.code === 'no_such_app') return undefined
  return requireData(args, answer)
}

/**
 * The sign-in that a host app requests in the URL; undefined for an incomplete request, or an app that is not on the
 * list.
 */
export const askedByHostApp = async (args: Args) => {
  const asked = readAsked(args.request)
  if (!asked) return undefined
  const links = await linksOf(args, asked.scheme)
  return links && { asked, links }
}

/** The deep link for the `scheme` and `event` in the URL of the page that leads back. */
export const linkBack = async (args: Args) => {
  const query = new URL(args.request.url).searchParams
  const scheme = appScheme.safeParse(query.get('scheme'))
  const links = scheme.success ? await linksOf(args, scheme.data) : undefined
  const event = Object.keys(appEvents).find((each): each is AppEvent => each === query.get('event'))
  return links?.[event ?? 'closed']
}

/** The flash messages of account changes that a host app is notified of. */
const accountChanges: readonly FlashName[] = [
  'password_set',
  'password_changed',
  'mobile_bound',
  'mobile_changed',
  'mobile_removed',
  'email_bound',
  'email_changed',
  'email_removed',
  'avatar_changed',
  'background_changed',
  'profile_saved',
  'username_held',
]

/** The link back to the host app that this browser was signed in for, with the event of this page. */
export const wayBackOf = ({ request }: Args): { scheme: string; event: AppEvent } | undefined => {
  const scheme = appScheme.safeParse(readCookie(request, hostAppCookie))
  return scheme.success ? { scheme: scheme.data, event: eventOn(request) } : undefined
}

const eventOn = (request: Request): AppEvent => {
  if (new URL(request.url).pathname === '/account-help/cancelled') return 'account_cancelled'
  const notice = flashOf(request)
  return notice && accountChanges.includes(notice) ? 'account_changed' : 'closed'
}
