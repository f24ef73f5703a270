import type { Received, Send } from '#contract/wire/exchange'
import { sessionCookie, type WireNames } from '#contract/wire/headers'
import { wholeBody } from '#process/whole-body'

/** The cookies and headers that an account API sets. */
export interface Seen {
  /** The names of cookies, each with true when a sign-in has set it. */
  cookies: Map<string, { bySignIn: boolean; isHidden: boolean }>
  /** The names of headers that begin with `x-`. */
  headers: Set<string>
}

/** The settings that name a cookie or a header as this account API does. */
export interface Proposed {
  SESSION_COOKIE?: string
  FORM_TOKEN_COOKIE?: string
  FORM_TOKEN_HEADER?: string
  LOG_ID_HEADER?: string
}

/**
 * Sends by the platform's fetch, follows no redirect, and keeps the last answer and the names of cookies and headers.
 */
export const watching = () => {
  const seen: Seen = { cookies: new Map(), headers: new Set() }
  const watched = { seen, last: undefined as Received | undefined, isSignIn: false }
  const send: Send = async ({ url, hashes: _, ...request }) => {
    watched.last = undefined
    const response = await fetch(url, { ...request, body: request.body ?? null, redirect: 'manual' })
    const received = {
      status: response.status,
      header: (name: string) => response.headers.get(name) ?? undefined,
      setCookies: response.headers.getSetCookie(),
      body: await wholeBody(response, request),
    }
    watched.last = received
    for (const setCookie of received.setCookies) {
      const name = setCookie.slice(0, setCookie.indexOf('=')).trim()
      if (!seen.cookies.has(name))
        seen.cookies.set(name, { bySignIn: watched.isSignIn, isHidden: /;\s*httponly/i.test(setCookie) })
    }
    for (const name of response.headers.keys()) if (name.startsWith('x-')) seen.headers.add(name)
    return received
  }
  return { watched, send }
}

/** The cookie of the form token: as configured, otherwise by its name. */
export const tokenCookieIn = ({ cookies }: Seen, { formTokenCookie }: WireNames): string | undefined =>
  cookies.has(formTokenCookie)
    ? formTokenCookie
    : [...cookies].find(([name, { bySignIn }]) => !bySignIn && /csrf|xsrf|token/i.test(name))?.[0]

/** Proposes the settings whose current value this account API does not use. */
export const proposedFor = (
  { seen, names: found }: { seen: Seen; names: WireNames },
  { logIdHeader, names }: { logIdHeader: string; names: WireNames },
): Proposed => {
  const { cookies, headers } = seen
  const ofSignIn = [...cookies].filter(([name, { bySignIn }]) => bySignIn && name !== found.formTokenCookie)
  const session = (ofSignIn.find(([, { isHidden }]) => isHidden) ?? ofSignIn[0])?.[0]
  const logId = [...headers].find((name) => /log-?id|request-?id|trace-?id/.test(name))
  return {
    ...(session !== undefined && !cookies.has(names.sessionCookie ?? sessionCookie) && { SESSION_COOKIE: session }),
    ...(found.formTokenCookie !== names.formTokenCookie && { FORM_TOKEN_COOKIE: found.formTokenCookie }),
    ...(found.formTokenHeader !== names.formTokenHeader && { FORM_TOKEN_HEADER: found.formTokenHeader }),
    ...(logId !== undefined && !headers.has(logIdHeader.toLowerCase()) && { LOG_ID_HEADER: logId }),
  }
}
