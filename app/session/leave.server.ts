import type { Args } from '../load-context'
import { type Place, tell } from './told.server'
import { changedCookies } from './visitor.server'

export { safeNext } from './next'

interface Options {
  /** Set-Cookie headers of the page's own, beside those of the session. */
  cookies?: string[]
}

const seeOther = (to: string | Place, cookies: string[]) => {
  const { address, setCookie } = typeof to === 'string' ? { address: to, setCookie: undefined } : tell(to)
  // A path, not a URL: the browser stays on the name of ours that it came by, and the Host header says nothing.
  const headers = new Headers({ location: address, 'cache-control': 'no-store' })
  for (const each of [...cookies, ...(setCookie ? [setCookie] : [])]) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}

/** Goes on to a page of ours with a GET (303), keeping what this request changed. */
export const leave = async (args: Args, to: string | Place, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(to, [...(await changedCookies(args)), ...cookies])

/** The same after a sign-in or a sign-out: a new visit begins, so that forms of the other identity die. */
export const arrive = async (args: Args, to: string | Place, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(to, [...(await changedCookies(args, { renewVisit: true })), ...cookies])
