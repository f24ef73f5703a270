import type { Args } from '../load-context'
import { changedCookies } from './visitor.server'

export { safeNext } from './next'

interface Options {
  /** Set-Cookie headers of the page's own, beside those of the session. */
  cookies?: string[]
}

const seeOther = (to: string, cookies: string[]) => {
  // A path, not a URL: the browser stays on the name of ours that it came by, and the Host header says nothing.
  const headers = new Headers({ location: to, 'cache-control': 'no-store' })
  for (const setCookie of cookies) headers.append('set-cookie', setCookie)
  return new Response(null, { status: 303, headers })
}

/** Goes on to a path of ours with a GET (303), keeping what this request changed. */
export const leave = async (args: Args, to: string, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(to, [...(await changedCookies(args)), ...cookies])

/** The same after a sign-in or a sign-out: a new visit begins, so that forms of the other identity die. */
export const arrive = async (args: Args, to: string, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(to, [...(await changedCookies(args, { renewVisit: true })), ...cookies])
