import type { Received, Send } from '../../contract/client'
import type { WireNames } from '../../contract/wire/headers'
import { wholeBody } from '../../outgoing/whole-body'

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
  LOG_ID_HEADER?: string
}

/** Sends by the platform's fetch, follows no redirect, and keeps the last answer and the names of cookies and headers. */
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

/** Proposes the settings whose present value this account API does not use. */
export const proposedFor = (
  { cookies, headers }: Seen,
  { logIdHeader, names }: { logIdHeader: string; names: WireNames },
): Proposed => {
  const isSeen = (name: string | undefined) => name !== undefined && cookies.has(name)
  const all = [...cookies]
  const token = all.find(([name, { bySignIn }]) => !bySignIn && /csrf|xsrf|token/i.test(name))?.[0]
  const ofSignIn = all.filter(([name, { bySignIn }]) => bySignIn && name !== (token ?? names.formTokenCookie))
  const session = (ofSignIn.find(([, { isHidden }]) => isHidden) ?? ofSignIn[0])?.[0]
  const logId = [...headers].find((name) => /log-?id|request-?id|trace-?id/.test(name))
  return {
    ...(session !== undefined && !isSeen(names.sessionCookie) && { SESSION_COOKIE: session }),
    ...(token !== undefined && !isSeen(names.formTokenCookie) && { FORM_TOKEN_COOKIE: token }),
    ...(logId !== undefined && !headers.has(logIdHeader.toLowerCase()) && { LOG_ID_HEADER: logId }),
  }
}
