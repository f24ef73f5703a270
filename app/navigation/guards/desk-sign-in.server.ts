import { isDeskPath } from '#rules/desk-path'
import { problem } from '~/navigation/problem'
import { resolvePath, withoutLanguage, withQuery } from '~/navigation/returning/return-address'
import { seeOther } from '~/navigation/see-other.server'
import type { Args } from '~/runtime/load-context'
import { clearDeskToken } from '~/session/desk-cookies.server'
import { changedCookies } from '~/session/visitor.server'

/** The first page of the operator's desk. */
export const deskHome = '/desk'

/** Where operators begin to sign in to the desk. */
export const deskSignIn = '/desk/sign-in'

/**
 * Throws the 404 of an unknown address, for a page of the desk at the public site, and for any other page at the desk.
 */
export const requireRightDoor = ({ request, context }: Pick<Args, 'request' | 'context'>): void => {
  if (isDeskPath(new URL(request.url).pathname) !== (context.door === 'desk')) throw problem('not_found')
}

/** The page that proves a factor in a new tab, for a form that is open in another one. */
export const deskConfirm = withQuery(deskSignIn, { to: `${deskHome}/confirmed` })

/** A longer return path becomes the first page, because it would not fit into the addresses that carry it. */
const mostCharacters = 500

/** The page of the desk in a text. Anything else becomes the first page. */
export const pathAtDesk = (text: string | null | undefined): string => {
  const url = resolvePath(text ?? deskHome)
  if (!url || !isDeskPath(url.pathname)) return deskHome
  const path = withoutLanguage(url)
  return path.length > mostCharacters ? deskHome : path
}

/**
 * A redirect to the sign-in of the desk, which leads back to the page of this request. An ended session is dropped. A
 * session whose factor was proven too long ago is kept, because calls that need no factor still accept it.
 */
export const leadToDeskSignIn = async (args: Args, { keepsSession = false } = {}): Promise<Response> => {
  const to = pathAtDesk(withoutLanguage(new URL(args.request.url)))
  const ended = keepsSession ? [] : [clearDeskToken()]
  return seeOther(args, withQuery(deskSignIn, { to }), [...(await changedCookies(args)), ...ended])
}
