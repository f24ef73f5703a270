import type { Args } from '../runtime/load-context'
import { clearDeskToken } from '../session/desk-cookies.server'
import { changedCookies } from '../session/visitor.server'
import { resolvePath, withoutLanguage, withQuery } from './return-address'
import { seeOther } from './see-other.server'

/** The first page of the operator's desk. */
export const deskHome = '/desk'

/** Where operators begin to enter the desk. */
export const deskSignIn = '/desk/sign-in'

/** A longer way back ends at the first page: it would not fit into the addresses that carry it. */
const mostCharacters = 500

/** The page of the desk that a text stands for. Anything else becomes the first page. */
export const pathAtDesk = (text: string | null | undefined): string => {
  const url = resolvePath(text ?? deskHome)
  if (!url || !/^\/desk(\/|$)/.test(url.pathname) || url.pathname.includes('//')) return deskHome
  const path = withoutLanguage(url)
  return path.length > mostCharacters ? deskHome : path
}

/** A redirect to the sign-in of the desk, which leads back to the page of this request. A session that has ended is dropped. */
export const leadToDeskSignIn = async (args: Args): Promise<Response> => {
  const to = pathAtDesk(withoutLanguage(new URL(args.request.url)))
  return seeOther(args, withQuery(deskSignIn, { to }), [...(await changedCookies(args)), clearDeskToken()])
}
