import { flashOf } from '~/navigation/flash/flash.server'
import type { FlashName } from '~/navigation/flash/flash-names'
import { type ProblemKind, problem } from '~/navigation/problem'
import { redirectTo, redirectToSignIn } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { hasLongNext, nextToCarry, nextToHere, returnAddressOf } from '~/navigation/returning/return-address.server'
import { type Args, visitor } from '~/session/visitor.server'
import { asksFirst, leadToVerify } from './verify-first.server'

/** Requires a signed-in browser. Otherwise throws a redirect to the sign-in page, which leads back afterwards. */
export const requireSignedIn = async (args: Args): Promise<void> => {
  const { signedIn } = await visitor(args)
  if (!signedIn && args.context.typed) throw await redirectToSignIn(args)
  if (!signedIn) throw await redirectTo(args, withNext('/login', await nextToHere(args)))
}

/**
 * Requires a signed-out browser, on the pages where signing in or registering begins. Otherwise throws a redirect to
 * the return address, or to the page where a signed-in person does the same. A return address that is too long for the
 * page's links is replaced by a handle. Returns the page's flash message.
 */
export const requireSignedOut = async (
  args: Args,
  { signedIn: elsewhere = '/settings' } = {},
): Promise<{ notice: FlashName | null }> => {
  const { signedIn } = await visitor(args)
  if (signedIn) throw await redirectTo(args, (await returnAddressOf(args)) ?? elsewhere)
  if (hasLongNext(args.request))
    throw await redirectTo(args, withNext(new URL(args.request.url).pathname, await nextToCarry(args)))
  return { notice: flashOf(args.request) }
}

/** The parts of a call's answer that {@link requireData} reads. */
type Given<Data> = { ok: true; data: Data } | { ok: false; code: string; status?: number; data: object }

/** The problems by status, for failures with an unknown number. */
const problemsOf: Record<number, ProblemKind> = { 403: 'forbidden', 404: 'not_found', 429: 'too_many' }

/**
 * The data of a call without which a page cannot be shown. Otherwise throws a redirect to the sign-in page after the
 * session has ended, or to the page for a captcha or a second verification, which leads back; or a problem page.
 */
export const requireData = async <Data extends object>(args: Args, answer: Given<Data>): Promise<Data> => {
  if (answer.ok) return answer.data
  if (answer.code === 'not_signed_in') throw await redirectToSignIn(args)
  if (answer.code === 'undeclared') throw problem(problemsOf[answer.status ?? 0] ?? 'unavailable')
  if (asksFirst(answer)) throw await leadToVerify(args, answer)
  const { retry_after: retryAfterSeconds } = answer.data as { retry_after?: number }
  if (retryAfterSeconds !== undefined)
    throw problem(answer.code === 'busy' ? 'busy' : 'too_many', { retryAfterSeconds })
  throw problem('bad_request')
}
