import { z } from 'zod'
import { addressCalls } from '~/features/addresses/address-calls.server'
import type { AddressKind } from '~/features/addresses/address-kind'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { typedBefore } from '~/features/addresses/typed-before.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { passwordReset } from '~/flows/accounts/password-reset.server'
import { code, newPassword } from '~/forms/field-schemas'
import { reply } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import { signInAfterReset } from './sign-in-after-reset.server'

// Resetting a password, for both kinds of address.
export const ResetCode = z.object({ code, password: newPassword })

export const loadResetAddress = async (args: Args, kind: AddressKind) =>
  reply({ kind, notice: flashOf(args.request), typed: (await typedBefore(args, kind, passwordReset[kind])).typed })

export const sendResetCode = (args: Args, kind: AddressKind) =>
  sendFirstCode(args, { kind, purpose: 'resetPassword', flow: passwordReset[kind] })

export const loadResetCode = async (args: Args, kind: AddressKind) => {
  const step = await passwordReset[kind].require(args, 'code')
  return replyWithCode(step.code, { kind, account: step.code.to })
}

export const resetByCode = async (args: Args, kind: AddressKind) => {
  const step = await passwordReset[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const sendAgain = () => calls.sendCode('resetPassword', { to })
  const form = await readCodeForm(args, ResetCode, { step, resend: { code: sendAgain } })
  if (!form.ok) return form.reply()
  const answer = await calls.resetPassword({ sent: step.code, ...form.value })
  if (answer.ok) return answer.data.user_id === undefined ? signInAfterReset(args) : step.finish()
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}
