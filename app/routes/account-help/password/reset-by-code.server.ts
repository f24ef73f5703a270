import { z } from 'zod'
import { addressCalls } from '~/addresses/address-calls.server'
import type { AddressKind } from '~/addresses/address-kind'
import { api } from '~/api.server'
import { readCodeForm } from '~/codes/code-form.server'
import { shown } from '~/codes/sent-code.server'
import { passwordReset } from '~/flows/password-reset.server'
import { code, newPassword } from '~/forms/field-schemas'
import { reply } from '~/framework'
import type { Args } from '~/session/visitor.server'
import { endSessionHere } from '~/sign-in/end-session-here.server'

// Resetting a password, step 2, for both kinds of address.
export const ResetCode = z.object({ code, password: newPassword })

export const loadResetCode = async (args: Args, kind: AddressKind) => {
  const step = await passwordReset[kind].require(args, 'code')
  return reply({ sent: shown(step.code) })
}

export const resetByCode = async (args: Args, kind: AddressKind) => {
  const step = await passwordReset[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const sendAgain = () => calls.sendCode('resetPassword', { to })
  const form = await readCodeForm(args, ResetCode, { step, resend: { code: sendAgain } })
  if (!form.ok) return form.reply()
  const answer = await calls.resetPassword({ sent: step.code, ...form.value })
  if (!answer.ok) return form.reply(answer)
  // The reset has ended every session of its account. In this browser another account may be signed in.
  await endSessionHere(args)
  return step.finish()
}
