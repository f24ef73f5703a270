import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import { knownBrowserRule } from '#account-api/accounts/browsers/known-browser'
import type { OpenedSession } from '#account-api/accounts/sessions/session'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { BrowserTokens } from '#account-api/kernel/from'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { newToken } from '#account-api/kernel/random'
import type { Deployment } from '#account-api/operator/service'
import { derivedKey } from '#contract/wire/derived-key'
import { accountMarkCookie, formTokenCookie, knownBrowserCookie, sessionCookie } from '#contract/wire/headers'

/** The cookies of a request, by name (RFC 6265, section 4.2). The first of two with the same name counts. */
export const readCookies = (header = ''): Map<string, string> =>
  new Map(Object.entries(parseCookie(header, { decode: (value) => value })).map(([name, value = '']) => [name, value]))

const attributes = 'Path=/; HttpOnly; SameSite=Lax'

export const sessionCookieOf = (token: string, maxAgeMs: number): string =>
  `${sessionCookie}=${token}; Max-Age=${maxAgeMs / 1000}; ${attributes}`

export const endedSessionCookie = `${sessionCookie}=; Max-Age=0; ${attributes}`

/** A keyed hash of an account, which distinguishes its sessions from those of others. */
export const accountMarkCookieOf = ([secret = '']: readonly string[], accountId: string): string => {
  const mark = createHmac('sha256', derivedKey(secret, 'mark of an account')).update(accountId).digest()
  return `${accountMarkCookie}=${mark.subarray(0, 16).toString('base64url')}; ${attributes}`
}

/** A separator that no token contains, because tokens are base64url. */
const between = '.'

/** The cookie of a known browser: a token for each account, the newest first. */
export const knownBrowserCookieOf = (tokens: BrowserTokens): string =>
  `${knownBrowserCookie}=${tokens.join(between)}; Max-Age=${knownBrowserRule.lifetimeMs / 1000}; ${attributes}`

/** The tokens of a known browser. Anything else in the cookie is dropped. */
export const readTokens = (cookies: ReadonlyMap<string, string>): BrowserTokens =>
  (cookies.get(knownBrowserCookie) ?? '')
    .split(between, knownBrowserRule.mostAccounts)
    .filter((token) => /^[\w-]{22}$/.test(token))

export const formTokenCookieOf = (token: string): string => `${formTokenCookie}=${token}; ${attributes}`

/** The key derivation label of form tokens. The web app's form tokens have another one. */
const formTokenUse = 'form token of the account API'

/** A form token for a session, or for none: a random part and its keyed hash (OWASP, signed double submit). */
export const newFormToken = ([secret = '']: readonly string[], sessionToken: string | undefined): string => {
  const random = newToken(128)
  return `${random}.${bind(secret, random, sessionToken)}`
}

/**
 * True when a form token belongs to this session, with any key of the ring. Without a session nothing can be misused,
 * so any token of 128 bits is accepted, even one that the client chose.
 */
export const isFormToken = (
  secrets: readonly string[],
  token: string | undefined,
  sessionToken: string | undefined,
): boolean => {
  if (sessionToken === undefined) return /^[\w-]{22}(\.[\w-]{43})?$/.test(token ?? '')
  const [random = '', bound = '', ...rest] = (token ?? '').split('.')
  const given = Buffer.from(bound)
  return secrets.some((secret) => {
    const expected = Buffer.from(bind(secret, random, sessionToken))
    return rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const bind = (secret: string, random: string, sessionToken: string | undefined): string =>
  createHmac('sha256', derivedKey(secret, formTokenUse))
    .update(['form', random, sessionToken ?? ''].join('\n'))
    .digest('base64url')

/** What a handler did with the session of its browser. */
export interface SessionChange {
  opened?: OpenedSession
  ended?: true
}

/** Removes the cookie of an ended session, and replaces a form token that is missing or belongs to another session. */
export const cookiesAfter = (
  deployment: Deployment,
  { cookies, session }: { cookies: ReadonlyMap<string, string>; session: SessionRecord | undefined },
  { opened, ended }: SessionChange,
): string[] => {
  const before = cookies.get(sessionCookie)
  const token = opened?.token ?? (ended || !session ? undefined : before)
  const { secrets } = deployment
  const set: string[] = []
  if (opened)
    set.push(
      sessionCookieOf(opened.token, sessionLongestMs(deployment)),
      accountMarkCookieOf(secrets, opened.accountId),
    )
  else if (before !== undefined && token === undefined) set.push(endedSessionCookie)
  if (opened?.tokens) set.push(knownBrowserCookieOf(opened.tokens))
  if (!isFormToken(secrets, cookies.get(formTokenCookie), token))
    set.push(formTokenCookieOf(newFormToken(secrets, token)))
  return set
}
