const maxLength = 512
// Stands for our own origin while a path is resolved. It never reaches the browser.
const ours = 'http://butterfly.invalid'

/**
 * The path, query and fragment that a text resolves to, if it is a page of ours that a person may return to after signing
 * in. Undefined for anything else: another origin, `//`, backslashes, control characters, broken escapes, /passport/.
 */
export const safePath = (text: string): string | undefined => {
  if (text.length > maxLength || !text.startsWith('/') || !isPlain(text) || !URL.canParse(text, ours)) return undefined
  const url = new URL(text, ours)
  // Checked after resolving: /.//other.example has become //other.example.
  if (url.origin !== ours || url.pathname.startsWith('//') || isServerPath(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Whether a path belongs to the server (/passport/), as the router reads it: decoded, in any case. */
const isServerPath = (pathname: string): boolean => {
  try {
    return decodeURIComponent(pathname).toLowerCase().startsWith('/passport/')
  } catch {
    return true
  }
}

/** Has no control character and no backslash, which browsers read as a slash. */
const isPlain = (text: string) => !/[\\\p{Cc}]/u.test(text)

/** The return address in `?next=`, if it is a page of ours. The first of several counts. */
export const returnAddressOf = (request: Request): string | undefined =>
  safePath(new URL(request.url).searchParams.get('next') ?? '')

/** The URL of a page that carries the return address on. */
export const withNext = (path: string, next: string | null | undefined): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path
