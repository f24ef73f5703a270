import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { forgetWaitingSignIn, type WaitingSignIn, waitingSignIn } from '~/session/waiting-sign-in.server'

/** Redirects to the sign-in page, because the first step took too long or was ended. */
export const startAgain = (args: Args): Promise<Response> =>
  redirectTo(args, { path: '/login', notice: 'flow_expired' }, { cookies: [forgetWaitingSignIn()] })

/** The sign-in of this browser that waits for the authenticator. Without one, throws a redirect to the sign-in page. */
export const requireWaiting = async (args: Args): Promise<WaitingSignIn> => {
  const waiting = await waitingSignIn(args)
  if (!waiting) throw await startAgain(args)
  return waiting
}
