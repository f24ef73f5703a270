import type { AppAddress, AppLink } from '#contract/terms/app-link'
import type { VouchedUrl } from '#contract/terms/vouched-url'
import { problem } from '~/navigation/problem'
import type { RedirectOptions } from '~/navigation/redirect.server'
import { env } from '~/runtime/env.server'
import type { Args } from '~/runtime/load-context'
import { changedCookies } from '~/session/visitor.server'

/** Every address off this site to which a browser is sent. */
type Elsewhere = VouchedUrl | AppLink | AppAddress

/**
 * Redirects (303) to another site, or to an app. It is the only way to leave this site. The type accepts only URLs that
 * the account API vouches for. The other site does not learn which page the person comes from.
 */
export const leaveTo = (args: Args, url: Elsewhere, options?: RedirectOptions): Promise<Response> =>
  leave(args, new URL(url).href, options)

/**
 * The other site of this deployment, from the settings: the public site for a request at the operator's desk, and the
 * desk for others. Throws the 404 of an unknown address if this web app serves no desk.
 */
const otherDoor = ({ context }: Pick<Args, 'context'>): string => {
  const { desk, publicUrl } = env()
  if (context.door === 'desk') return publicUrl.origin
  if (!desk) throw problem('not_found')
  return desk.url.origin
}

/** Redirects (303) to a page of the other site. */
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
 * Lets the forms of this page lead to another site, because browsers apply a page's `form-action` to every redirect
 * after a POST. The loader calls it, and so does the action before it reads its form, because a step-up is shown
 * without the page's loader.
 */
export const allowLeavingTo = (args: Args, url: Elsewhere): void => {
  const { origin, protocol } = new URL(url)
  // An address of an app has no origin. A policy names its scheme, as `com.example.app:`.
  allow(args, origin === 'null' ? protocol : origin)
}

/** Lets the forms lead to the other site of this deployment. */
export const allowLeavingToOtherDoor = (args: Args): void => allow(args, otherDoor(args))

const allow = ({ context }: Pick<Args, 'context'>, source: string): void => {
  context.leavingOrigins = [...new Set([...(context.leavingOrigins ?? []), source])]
}
