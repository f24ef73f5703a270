const maxLength = 512
// Stands for whichever name of ours the browser uses; it never reaches the browser.
const ours = 'http://butterfly.invalid'

/**
 * The path (with query and fragment) that a text leads to when it is one of ours and a person may be sent there after
 * signing in; undefined for anything else: another origin, `//`, backslashes, control characters, broken escapes, our
 * own sign-out.
 */
export const safePath = (text: string): string | undefined => {
  if (text.length > maxLength || !text.startsWith('/') || !isPlain(text) || !URL.canParse(text, ours)) return undefined
  const url = new URL(text, ours)
  // Checked once resolved: /.//other.example is //other.example by now.
  if (url.origin !== ours || url.pathname.startsWith('//') || isAct(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Whether a path is no page: read as the router reads it, in any case and with its escapes, or none that can be read. */
const isAct = (pathname: string): boolean => {
  try {
    return decodeURIComponent(pathname).toLowerCase().startsWith('/passport/')
  } catch {
    return true
  }
}

/** No backslash, which browsers read as a slash, and no control character. */
const isPlain = (text: string) => !/[\\\p{Cc}]/u.test(text)

/** Where `?next=` leads when, and only when, that is a path of ours. The first of several counts. */
export const safeNext = (request: Request): string | undefined =>
  safePath(new URL(request.url).searchParams.get('next') ?? '')
