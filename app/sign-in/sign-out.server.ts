import { env, isOurOrigin } from '../env.server'

/**
 * Whether a link on one of our own pages was followed. One from elsewhere may be somebody else's idea, so the page that
 * signs out asks first. It also asks in the other language, as the link to that stands on the question.
 */
export const isOwnSignOut = (request: Request): boolean => comesFromUs(request) && !asksForLanguage(request)

const asksForLanguage = ({ url }: Request): boolean => new URL(url).searchParams.has('lng')

const comesFromUs = (request: Request): boolean => {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) && isOurOrigin(new URL(referer).origin, env().publicUrl)
}
