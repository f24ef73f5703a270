import { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import { addressCalls, type Registration } from '~/features/addresses/address-calls.server'
import type { AddressKind } from '~/features/addresses/address-kind'
import { readCodeForm } from '~/features/codes/code-form.server'
import { replyWithCode, type SentCode } from '~/features/codes/sent-code.server'
import { code, newPassword } from '~/forms/field-schemas'
import { newPersonFields } from '~/navigation/guards/new-person.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'

// Registration with one address: the step of its code, for both kinds. With a mobile the password may be set later.
const RegisterCode = {
  mobile: z.object({ code, password: newPassword.optional() }),
  email: z.object({ code, password: newPassword }),
}
export type RegisterCode = (typeof RegisterCode)[AddressKind]

export const loadRegisterCode = (kind: AddressKind, { code }: { code: SentCode }) => {
  return replyWithCode(code, { kind, account: code.to })
}

type Refused = Exclude<Answer<Calls['registerByMobile']>, { ok: true }>

/** The step of a flow that takes the code of a registration. */
interface CodeStep {
  code: SentCode
  stay: (changed: { code?: SentCode }) => Promise<Response>
  restart: () => Promise<Response>
}

/** How a registration is made, and where it leads. */
interface Registering<Made> {
  register: (calls: ReturnType<(typeof addressCalls)[AddressKind]>, typed: Registration) => Promise<Made | Refused>
  finish: (made: Made) => Promise<Response>
  /** Redirects to the step for an address that already has an account. */
  existing: (proven: { to: string; ticket: string }) => Promise<Response>
}

export const registerByCode = async <Made extends { ok: true }>(
  args: Args,
  kind: AddressKind,
  step: CodeStep,
  { register, finish, existing }: Registering<Made>,
) => {
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const sendAgain = () => calls.sendCode('register', { to })
  const form = await readCodeForm(args, RegisterCode[kind], { step, resend: { code: sendAgain } })
  if (!form.ok) return form.reply()
  const answer = await register(calls, { sent: step.code, ...form.value, ...(await newPersonFields(args)) })
  if (answer.ok) return finish(answer)
  if (answer.code === 'already_registered' && answer.data.ticket) return existing({ to, ticket: answer.data.ticket })
  return form.reply(answer)
}
