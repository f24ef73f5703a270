import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { forgetPendingSignIn, type PendingSignIn, pendingSignIn } from '~/session/pending-sign-in.server'

/** Redirects to the sign-in page, because the first step took too long or was ended. */
export const startAgain = (args: Args): Promise<Response> =>
  redirectTo(args, { path: '/login', notice: 'flow_expired' }, { cookies: [forgetPendingSignIn()] })

/** The sign-in of this browser that waits for the authenticator. Without one, throws a redirect to the sign-in page. */
export const requirePending = async (args: Args): Promise<PendingSignIn> => {
  const pending = await pendingSignIn(args)
  if (!pending) throw await startAgain(args)
  return pending
}
