import type { AppAddress, AppLink } from '../../contract/terms/app-link'
import type { VouchedUrl } from '../../contract/terms/vouched-url'
import type { Args } from '../runtime/load-context'
import { changedCookies } from '../session/visitor.server'
import type { RedirectOptions } from './redirect.server'

/** Every place off this site that a browser is sent to. */
type Elsewhere = VouchedUrl | AppLink | AppAddress

/**
 * Redirects (303) to another site, or to an app: the only way off ours. The type admits no URL but one that the
 * account API vouches for. The other site does not learn which page the person comes from.
 */
export const leaveTo = async (
  args: Args,
  url: Elsewhere,
  { cookies = [], rotate = false }: RedirectOptions = {},
): Promise<Response> => {
  const headers = new Headers({
    location: new URL(url).href,
    'cache-control': 'no-store',
    // The redirect itself is followed by a GET, which has no Origin header that this could spoil.
    'referrer-policy': 'no-referrer',
  })
  for (const each of [...(await changedCookies(args, { rotate })), ...cookies]) headers.append('set-cookie', each)
  return new Response(null, { status: 303, headers })
}

/**
 * Lets the forms of this page lead to another site: browsers hold a page to its `form-action` through every redirect
 * after a POST. The loader says so, and so does the action before it reads its form, since a step-up is shown without
 * the page's loader.
 */
export const allowLeavingTo = ({ context }: Args, url: Elsewhere): void => {
  const { origin, protocol } = new URL(url)
  // An address of an app has no origin. A policy names its scheme, as `com.example.app:`.
  const source = origin === 'null' ? protocol : origin
  context.leavingOrigins = [...new Set([...(context.leavingOrigins ?? []), source])]
}
