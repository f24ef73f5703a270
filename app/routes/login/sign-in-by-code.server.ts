import { z } from 'zod'
import { addressCalls } from '~/features/addresses/address-calls.server'
import type { AddressKind } from '~/features/addresses/address-kind'
import { readCodeForm } from '~/features/codes/code-form.server'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { rememberHere } from '~/features/sign-in/remembered-account.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { code, tick } from '~/forms/field-schemas'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'

// Sign-in with a code, step 2, for both kinds of address.
export const SignInCode = z.object({ code, remember: tick })

export const loadSignInCode = async (args: Args, kind: AddressKind) => {
  const step = await codeSignIn[kind].require(args, 'code')
  return replyWithCode(step.code)
}

export const signInByCode = async (args: Args, kind: AddressKind) => {
  const step = await codeSignIn[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const form = await readCodeForm(args, SignInCode, { step, resend: { code: () => calls.sendCode('login', { to }) } })
  if (!form.ok) return form.reply()
  const { code, remember } = form.value
  const answer = await calls.signIn({ sent: step.code, code })
  if (answer.ok) {
    if (remember) await rememberHere(args, answer.data.user_id)
    return step.finish()
  }
  // Only a mobile gets this answer, because an email without an account gets no code.
  if (answer.code === 'not_registered') return step.goTo('create', { mobile: to, ticket: answer.data.ticket, remember })
  if (answer.code === 'confirmation_required')
    return confirmSignIn.begin(args, 'confirm', { ...answer.data, mobile: to, remember })
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}
