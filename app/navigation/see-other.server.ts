import type { Args } from '~/runtime/load-context'

/** A redirect (303) to a page of this site, which sets these cookies. */
export const seeOther = (args: Args, address: string, cookies: readonly string[]): Response => {
  // A path, not a URL: the browser stays on the host name it used, and the Host header is never read.
  const headers = new Headers({ location: keepLanguage(args, address), 'cache-control': 'no-store' })
  for (const each of cookies) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}

/** Redirects keep `?lng=`, so the next page uses the requested language. */
const keepLanguage = ({ request }: Args, address: string): string => {
  const asked = request.method === 'GET' ? new URL(request.url).searchParams.get('lng') : null
  if (!asked) return address
  const url = new URL(address, request.url)
  url.searchParams.set('lng', asked)
  return url.pathname + url.search + url.hash
}
