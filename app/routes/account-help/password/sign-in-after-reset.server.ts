import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { nextToCarry } from '~/navigation/returning/return-address.server'
import type { Args } from '~/session/visitor.server'

/**
 * Redirects to the sign-in after a reset by an account API that starts no session. The reset has ended every session of
 * its account. Another account may be signed in at this browser.
 */
export const signInAfterReset = async (args: Args): Promise<Response> => {
  await endSessionHere(args)
  return redirectAndRotate(args, { path: '/login', next: await nextToCarry(args), notice: 'password_reset_only' })
}
