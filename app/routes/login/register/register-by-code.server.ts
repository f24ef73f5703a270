import { z } from 'zod'
import { addressCalls } from '~/addresses/address-calls.server'
import type { AddressKind } from '~/addresses/address-kind'
import { api } from '~/api.server'
import { shownTerms } from '~/brand.server'
import { readCodeForm } from '~/codes/code-form.server'
import { replyWithCodes, shown } from '~/codes/sent-code.server'
import { registerAddress } from '~/flows/register.server'
import { code, newPassword } from '~/forms/field-schemas'
import type { Args } from '~/session/visitor.server'

// Registration with one address, step 2, for both kinds. With a mobile the password may come later.
const RegisterCode = {
  mobile: z.object({ code, password: newPassword.optional() }),
  email: z.object({ code, password: newPassword }),
}
export type RegisterCode = (typeof RegisterCode)[AddressKind]

export const loadRegisterCode = async (args: Args, kind: AddressKind) => {
  const step = await registerAddress[kind].require(args, 'code')
  const sent = shown(step.code)
  return replyWithCodes({ sent, account: step.code.to }, sent)
}

export const registerByCode = async (args: Args, kind: AddressKind) => {
  const step = await registerAddress[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const sendAgain = () => calls.sendCode('register', { to })
  const form = await readCodeForm(args, RegisterCode[kind], { step, resend: { code: sendAgain } })
  if (!form.ok) return form.reply()
  const answer = await calls.register({ sent: step.code, ...form.value, ...shownTerms() })
  if (answer.ok) return step.finish()
  if (answer.code === 'already_registered' && answer.data.ticket)
    return step.goTo('existing', { to, ticket: answer.data.ticket })
  return form.reply(answer)
}
