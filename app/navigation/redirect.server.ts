import type { Args } from '~/runtime/load-context'
import { authenticatorPage, keepPendingSignIn } from '~/session/pending-sign-in.server'
import { changedCookies } from '~/session/visitor.server'
import { type Destination, withFlash } from './flash/flash.server'
import { forgetLateForm, keepLateForm } from './guards/late-form.server'
import { unseen } from './returning/return-address'
import { nextToUnseen } from './returning/return-address.server'
import { seeOther } from './see-other.server'

export interface RedirectOptions {
  /** The Set-Cookie headers of the route, in addition to those of the session. */
  cookies?: string[]
  /**
   * True if the browser gets a new id, which ends the forms of the other identity: it has just been signed in or out.
   */
  rotate?: boolean
}

/** Redirects (303) to a page of this site, with the cookies that this request changed. */
export const redirectTo = async (
  args: Args,
  to: string | Destination,
  { cookies = [], rotate = false }: RedirectOptions = {},
): Promise<Response> => {
  const { address: wanted, setCookie } = typeof to === 'string' ? { address: to, setCookie: undefined } : withFlash(to)
  // A sign-in that waits for the authenticator leads there first. Nobody is signed in yet.
  const waits = await keepPendingSignIn(args, wanted)
  const address = waits === undefined ? wanted : authenticatorPage
  const own = waits === undefined ? cookies : [...cookies, waits]
  const all = [
    ...(await changedCookies(args, { rotate: rotate && waits === undefined })),
    ...(await forgetLateForm(args)),
    ...own,
    ...(setCookie ? [setCookie] : []),
  ]
  return seeOther(args, address, all)
}

/**
 * True for a browser that shows its stored copy of a URL when it returns to it, regardless of headers. links2 stores
 * redirects as well: a page that redirected to the sign-in would do so again.
 */
const keepsPages = ({ headers }: Request): boolean => /^(E?Links|Dillo)\b/.test(headers.get('user-agent') ?? '')

/** Redirects after a sign-in or a sign-out. Browsers that keep pages get a URL that is new to them. */
export const redirectAndRotate = (
  args: Args,
  to: string | Destination,
  options?: Pick<RedirectOptions, 'cookies'>,
): Promise<Response> => {
  const rotating = { ...options, rotate: true }
  if (!keepsPages(args.request)) return redirectTo(args, to, rotating)
  return redirectTo(args, typeof to === 'string' ? unseen(to) : { ...to, path: unseen(to.path) }, rotating)
}

/**
 * Redirects to the sign-in page after the session has ended. Signing in leads back to this page, with the form that was
 * posted to it.
 */
export const redirectToSignIn = async (args: Args): Promise<Response> => {
  const kept = await keepLateForm(args)
  const notice = kept === undefined ? 'sign_in_again' : 'sign_in_to_send'
  const to = { path: '/login', next: await nextToUnseen(args), notice } as const
  return redirectTo(args, to, { cookies: kept === undefined ? [] : [kept] })
}
