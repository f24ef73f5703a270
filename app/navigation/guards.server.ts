import { type Args, visitor } from '../session/visitor.server'
import { flashOf } from './flash.server'
import type { FlashName } from './flash-names'
import { problem } from './problem'
import { redirectTo, redirectToSignIn } from './redirect.server'
import { returnAddressOf, withNext } from './return-address'

/** Requires a signed-in browser. Otherwise throws a redirect to the sign-in page, which leads back afterwards. */
export const requireSignedIn = async (args: Args): Promise<void> => {
  const { signedIn } = await visitor(args)
  if (!signedIn) throw await redirectTo(args, withNext('/login', new URL(args.request.url).pathname))
}

/**
 * Requires a signed-out browser, on the pages where signing in or registering begins. Otherwise throws a redirect to the
 * return address. Answers the page's flash message.
 */
export const requireSignedOut = async (args: Args): Promise<{ notice: FlashName | null }> => {
  const { signedIn } = await visitor(args)
  if (signedIn) throw await redirectTo(args, returnAddressOf(args.request) ?? '/settings')
  return { notice: flashOf(args.request) }
}

/** The parts of a call's answer that {@link requireData} reads. */
type Given<Data> = { ok: true; data: Data } | { ok: false; code: string; data: object }

/**
 * The data of a call that a page cannot be shown without. Otherwise throws: a redirect to the sign-in page where the
 * session has ended, or a problem page.
 */
export const requireData = async <Data extends object>(args: Args, answer: Given<Data>): Promise<Data> => {
  if (answer.ok) return answer.data
  if (answer.code === 'not_signed_in') throw await redirectToSignIn(args)
  if (answer.code === 'undeclared') throw problem('unavailable')
  const { retry_after: retryAfterSeconds } = answer.data as { retry_after?: number }
  if (retryAfterSeconds !== undefined) throw problem('too_many', { retryAfterSeconds })
  throw problem('bad_request')
}
