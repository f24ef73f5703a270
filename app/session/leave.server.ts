import type { Args } from '../load-context'
import { type Place, tell } from './told.server'
import { changedCookies } from './visitor.server'

export { safeNext } from './next'

interface Options {
  /** Set-Cookie headers of the page's own, beside those of the session. */
  cookies?: string[]
}

const seeOther = (args: Args, to: string | Place, cookies: string[]) => {
  const { address, setCookie } = typeof to === 'string' ? { address: to, setCookie: undefined } : tell(to)
  // A path, not a URL: the browser stays on the name of ours that it came by, and the Host header says nothing.
  const headers = new Headers({ location: inLanguageOf(args, address), 'cache-control': 'no-store' })
  for (const each of [...cookies, ...(setCookie ? [setCookie] : [])]) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}

/** A language that was asked for where there is no page is asked for on the page that there is, which remembers it. */
const inLanguageOf = ({ request }: Args, address: string): string => {
  const asked = request.method === 'GET' ? new URL(request.url).searchParams.get('lng') : null
  if (!asked) return address
  const url = new URL(address, request.url)
  url.searchParams.set('lng', asked)
  return url.pathname + url.search + url.hash
}

/** Goes on to a page of ours with a GET (303), keeping what this request changed. */
export const leave = async (args: Args, to: string | Place, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(args, to, [...(await changedCookies(args)), ...cookies])

/** The same after a sign-in or a sign-out: a new visit begins, so that forms of the other identity die. */
export const arrive = async (args: Args, to: string | Place, { cookies = [] }: Options = {}): Promise<Response> =>
  seeOther(args, to, [...(await changedCookies(args, { renewVisit: true })), ...cookies])

/** Leads a person whose session has ended to sign in, and back to this page afterwards. */
export const signInAgain = (args: Args): Promise<Response> =>
  leave(args, { path: '/login', next: new URL(args.request.url).pathname, notice: 'sign_in_again' })
