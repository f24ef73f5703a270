import type { AppAddress, AppLink } from '#contract/terms/app-link'
import type { VouchedUrl } from '#contract/terms/vouched-url'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import { changedCookies } from '~/session/visitor.server'
import { problem } from './problem'
import type { RedirectOptions } from './redirect.server'

/** Every place off this site that a browser is sent to. */
type Elsewhere = VouchedUrl | AppLink | AppAddress

/**
 * Redirects (303) to another site, or to an app: the only way off ours. The type admits no URL but one that the
 * account API vouches for. The other site does not learn which page the person comes from.
 */
export const leaveTo = (args: Args, url: Elsewhere, options?: RedirectOptions): Promise<Response> =>
  leave(args, new URL(url).href, options)

/**
 * The other door of this deployment, as the settings name it: of the public site for a request at the operator's desk, and
 * the other way round. Throws the 404 of an unknown address where there is no desk.
 */
const otherDoor = ({ context }: Pick<Args, 'context'>): string => {
  const { desk, publicUrl } = env()
  if (context.door === 'desk') return publicUrl.origin
  if (!desk) throw problem('not_found')
  return desk.url.origin
}

/** Redirects (303) to a page at the other door. */
export const leaveToOtherDoor = (args: Args, path: string, options?: RedirectOptions): Promise<Response> =>
  leave(args, otherDoor(args) + path, options)

const leave = async (
  args: Args,
  location: string,
  { cookies = [], rotate = false }: RedirectOptions = {},
): Promise<Response> => {
  const headers = new Headers({
    location,
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
export const allowLeavingTo = (args: Args, url: Elsewhere): void => {
  const { origin, protocol } = new URL(url)
  // An address of an app has no origin. A policy names its scheme, as `com.example.app:`.
  allow(args, origin === 'null' ? protocol : origin)
}

/** The same for the other door of this deployment. */
export const allowLeavingToOtherDoor = (args: Args): void => allow(args, otherDoor(args))

const allow = ({ context }: Pick<Args, 'context'>, source: string): void => {
  context.leavingOrigins = [...new Set([...(context.leavingOrigins ?? []), source])]
}
