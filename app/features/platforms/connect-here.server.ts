import type { Calls } from '#contract/calls'
import type { Answer, Failure } from '#contract/client'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { rememberHere } from '~/features/sign-in/remembered-account.server'
import { atNewAccount } from '~/features/sign-in/welcome'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import type { WaitingIdentity } from '~/flows/sign-in/waiting-identity'
import type { Destination } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

/**
 * Returns to the page that connects an identity, and says that the person is signed in but the identity is not
 * connected.
 */
const notConnected: Destination = { path: '/settings/third-party', notice: 'platform_not_connected' }

/** The possible next steps after the last step of a sign-in. */
interface Step {
  finish: (done?: Destination) => Promise<Response>
  finishAt: (end: Destination) => Promise<Response>
  restart: () => Promise<Response>
}

interface Entered {
  /** The identity to bind; undefined for a sign-in that binds none. */
  identity?: WaitingIdentity | undefined
  userId: string
  remember?: '1' | undefined
}

/**
 * Ends a sign-in that had to be confirmed, or the restoration of an account, and binds the identity that waited for it.
 * The page has named the identity, so its person has agreed to that here.
 */
export const finishWithIdentity = async (args: Args, step: Step, { identity, userId, remember }: Entered) => {
  if (remember) await rememberHere(args, userId)
  if (!identity) return step.finish()
  // The account gets nothing before its authenticator is proven.
  if (args.context.pendingTicket !== undefined) return step.finishAt(notConnected)
  const { profileKey: profile_key, platform } = identity
  const answer = await (await api(args)).bindAuth({ platform, profile_key })
  return answer.ok ? step.finish() : step.finishAt(notConnected)
}

interface Asked<Shown> {
  answer: Answer<Calls['bindLogin']>
  /** Shows the form again, with any other failure. */
  form: { reply: (failure: Failure) => Promise<Shown> }
  identity: WaitingIdentity
  /** The number of a sign-in by SMS. */
  mobile?: string
  remember: '1' | undefined
}

/**
 * Answers a form that has called bindLogin. If the sign-in has to be confirmed or the account restored, the identity
 * waits.
 */
export const afterBindLogin = async <Shown>(
  args: Args,
  step: Step,
  { answer, form, identity, mobile = '', remember }: Asked<Shown>,
): Promise<Response | Shown> => {
  if (answer.ok) {
    if (remember) await rememberHere(args, answer.data.user_id)
    if (!answer.data.bound) return step.finishAt(notConnected)
    return step.finish(answer.data.is_new_user ? atNewAccount : undefined)
  }
  switch (answer.code) {
    case 'ticket_refused':
      return step.restart()
    case 'confirmation_required':
      return confirmSignIn.begin(args, 'confirm', { ...answer.data, mobile, identity, remember })
    case 'account_cancelled':
      return askToRestore(args, answer.data, { identity })
    default:
      return form.reply(answer)
  }
}
