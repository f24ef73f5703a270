import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { readButton } from '~/forms/form-action.server'
import type { Destination } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { askToRestore } from './ask-to-restore.server'
import { rememberHere } from './remembered-account.server'
import { atNewAccount } from './welcome'

/** A step with a proven address and the ways to continue. */
interface Proven {
  to: string
  ticket: string
  /** The terms that the page has shown, and the invitation ahead, if a mobile may get an account. */
  terms_version?: string
  invite_ticket?: string
  /** Set when the person wants this device to remember the account. */
  remember?: '1' | undefined
  finish: (done?: Destination) => Promise<Response>
  restart: () => Promise<Response>
}

/** The action of a page that offers to sign in with a proven address: to its account or, for a mobile, to a new one. */
export const continueSignIn = async (args: Args, kind: 'mobile' | 'email', step: Proven) => {
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const { smsLoginContinue, emailLoginContinue } = await api(args)
  const { ticket, terms_version, invite_ticket } = step
  const told = {
    ...(terms_version !== undefined && { terms_version }),
    ...(invite_ticket !== undefined && { invite_ticket }),
  }
  const answer = await (kind === 'mobile' ? smsLoginContinue({ ticket, ...told }) : emailLoginContinue({ ticket }))
  if (answer.ok) {
    if (step.remember) await rememberHere(args, answer.data.user_id)
    return step.finish(answer.data.is_new_user ? atNewAccount : undefined)
  }
  if (answer.code === 'confirmation_required')
    return confirmSignIn.begin(args, 'confirm', { ...answer.data, mobile: step.to, remember: step.remember })
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}
