const maxLength = 8192
/** The longest return address in a URL itself. */
const shortMaxLength = 512
const handle = /^~[\w-]{22}$/
// Replaces the real origin while a path is resolved. It never reaches the browser.
const ours = 'http://butterfly.invalid'

/**
 * A path with its query, resolved on its own host. Undefined if it could lead to another host: another origin, `//`,
 * backslashes, control characters.
 */
export const resolvePath = (text: string): URL | undefined => {
  if (text.length > maxLength || !text.startsWith('/') || !isPlain(text) || !URL.canParse(text, ours)) return undefined
  const url = new URL(text, ours)
  // Checked after resolving, which turns /.//other.example into //other.example.
  return url.origin !== ours || url.pathname.startsWith('//') ? undefined : url
}

/**
 * The path, query and fragment that a text resolves to, if it is a page of this site to which a person may return after
 * signing in. Undefined for anything else: another origin, `//`, backslashes, control characters, broken escapes,
 * /passport/.
 */
export const safePath = (text: string): string | undefined => {
  const url = resolvePath(text)
  if (!url || isServerPath(url.pathname)) return undefined
  const path = url.pathname + url.search + url.hash
  return path.length > maxLength ? undefined : path
}

/** True when a path belongs to the server (/passport/), as the router reads it: decoded, in any case. */
const isServerPath = (pathname: string): boolean => {
  try {
    return decodeURIComponent(pathname).toLowerCase().startsWith('/passport/')
  } catch {
    return true
  }
}

/** Has no control character and no backslash, which browsers read as a slash. */
const isPlain = (text: string) => !/[\\\p{Cc}]/u.test(text)

/** True when a path is short enough for a URL, after percent-encoding. */
export const isShort = (path: string): boolean => path.length <= shortMaxLength

/** The handle of a return address that the account API keeps, as `?next=` spells it; undefined for any other text. */
export const handleIn = (next: string): string | undefined => (handle.test(next) ? next.slice(1) : undefined)

/** A handle of the account API as `?next=` spells it. No path begins like this. */
export const nextOfHandle = (handle: string): string => `~${handle}`

/** The value of a `?next=` that pages pass on: a short path of this site, or a handle. Undefined for anything else. */
export const carriedNext = (next: string): string | undefined => {
  if (handleIn(next) !== undefined) return next
  const path = safePath(next)
  return path !== undefined && isShort(path) ? path : undefined
}

const invitationPage = '/login/invitation'

/**
 * The ticket of the invitation to whose page a return address leads. Undefined: it leads elsewhere, or has no ticket.
 */
export const invitationIn = (next: string): string | undefined => {
  const path = safePath(next)
  if (path === undefined) return undefined
  const { pathname, searchParams } = new URL(path, ours)
  return pathname === invitationPage ? (searchParams.get('invite_ticket') ?? undefined) : undefined
}

/**
 * The path and query under which the server may cache a page for everybody. The query may only have a return address
 * that pages pass on. Undefined when the query contains more: a language, a flash message, typed values, or the return
 * to a service, a code or an invitation, whose address a page may show.
 */
export const rememberedAs = (url: string): string | undefined => {
  const [path = '', ...more] = url.split('?')
  const query = new URLSearchParams(more.join('?'))
  if (query.has('lng') || query.has('notice') || query.has('again') || query.has('service') || query.has('code'))
    return undefined
  const next = query.get('next')
  if (!next) return path
  const carried = carriedNext(next)
  return carried === undefined || invitationIn(next) !== undefined ? undefined : withNext(path, carried)
}

/** The path and query of a URL without its language. */
export const withoutLanguage = ({ pathname, search }: { pathname: string; search: string }): string => {
  const query = new URLSearchParams(search)
  // Without `?lng=` the query keeps its spelling.
  if (!query.has('lng')) return pathname + search
  query.delete('lng')
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** The URL of a page, with the return address. */
export const withNext = (path: string, next: string | null | undefined): string =>
  next ? withQuery(path, { next }) : path

/**
 * The URL of the page about missing codes, with the page that waits for the code. A slash need not be encoded there.
 */
export const noCodePath = (page: string): string =>
  withQuery('/account-help/no-code', { code: page }).replaceAll('%2F', '/')

const visit = /([?&])visit=[\da-z]+(&|$)/

/**
 * The URL of a page that is new to the browser. elinks, links2 and Dillo show their copy of a URL when they return to
 * it after a sign-in, regardless of its headers.
 */
export const unseen = (path: string, at: number = Date.now()): string => {
  const [page = '', fragment] = path.split('#')
  const before = page.replace(visit, (_, first: string, last: string) => (last ? first : ''))
  return withQuery(before, { visit: at.toString(36) }) + (fragment === undefined ? '' : `#${fragment}`)
}

/** A path with more parameters in its query. */
export const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`

/**
 * The address of a page in a language.
 * @param path the page's own, with its query, without `lng`
 */
export const withLanguage = (path: string, language: string): string => withQuery(path, { lng: language })

/** The URL of a page with the typed values, for correction. */
export const againAt = (path: string): string => withQuery(path, { again: '1' })

/** True when a URL was made by {@link againAt}. */
export const isAgain = (url: string): boolean => new URL(url).searchParams.has('again')
