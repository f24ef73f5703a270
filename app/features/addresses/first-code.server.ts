import { isOnItsWay, type SendAnswer, type SentCode, sentFirst } from '~/features/codes/sent-code.server'
import { readForm } from '~/forms/read-form.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import { type AddressPurpose, addressCalls } from './address-calls.server'
import { addressForms } from './address-form'
import type { AddressKind } from './address-kind'

type AddressCalls = ReturnType<(typeof addressCalls)[AddressKind]>

interface FirstCode {
  kind: AddressKind
  purpose: AddressPurpose | ((calls: AddressCalls, to: string) => Promise<SendAnswer>)
  flow: { begin: (args: Args, step: 'code', data: { code: SentCode }) => Promise<Response> }
}

/** The action of a page that asks for an address: sends the first code to it and begins the flow. */
export const sendFirstCode = async (args: Args, { kind, purpose, flow }: FirstCode) => {
  const form = await readForm(args, addressForms[kind])
  if (!form.ok) return form.reply()
  const { to } = form.value
  const calls = addressCalls[kind](await api(args))
  const answer = await (typeof purpose === 'function' ? purpose(calls, to) : calls.sendCode(purpose, { to }))
  if (!isOnItsWay(answer)) return form.reply(answer)
  return flow.begin(args, 'code', { code: sentFirst(to, answer) })
}
