import { readPosted } from '~/forms/reading/posted-form.server'
import { reply } from '~/framework'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { env, isOurOrigin } from '~/runtime/env.server'
import { type Args, visitor } from '~/session/visitor.server'
import { endSessionHere } from './end-session-here.server'

/**
 * True when the person followed a link on one of this site's pages. A link from elsewhere may be an attack, so the page
 * that signs out asks first. It also asks in the other language, because the question has the link to that language.
 */
export const isOwnSignOut = (request: Request): boolean => comesFromUs(request) && !asksForLanguage(request)

const asksForLanguage = ({ url }: Request): boolean => new URL(url).searchParams.has('lng')

const comesFromUs = (request: Request): boolean => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) && env().publicUrls.some((url) => isOurOrigin(new URL(referer).origin, url))
}

/**
 * Answers a GET of a page that signs out: signs out a person who follows a link of this site, and asks others first.
 */
export const signOutOrAsk = async (args: Args) => {
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  return isOwnSignOut(args.request) ? signOut(args) : reply(null)
}

/** Answers the form of that page. Without the form token of this browser, the page asks again. */
export const signOutIfSure = async (args: Args) => {
  const { state } = await readPosted(args)
  if (!(await visitor(args)).signedIn) return redirectTo(args, '/login')
  return state === 'trusted' ? signOut(args) : reply(null, { status: 403 })
}

const signOut = async (args: Args) => {
  await endSessionHere(args)
  return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
}
