import { api } from '../api.server'
import { isOnItsWay, type SentCode, sentFirst } from '../codes/sent-code.server'
import { readForm } from '../forms/read-form.server'
import type { Args } from '../session/visitor.server'
import { type AddressPurpose, addressCalls } from './address-calls.server'
import { addressForms } from './address-form'
import type { AddressKind } from './address-kind'

interface FirstCode {
  kind: AddressKind
  purpose: AddressPurpose
  /** A flow with a step `code`. */
  flow: { begin: (args: Args, step: 'code', data: { code: SentCode }) => Promise<Response> }
}

/** The action of a page that asks for an address: sends the first code to it and begins the flow that takes it. */
export const sendFirstCode = async (args: Args, { kind, purpose, flow }: FirstCode) => {
  const form = await readForm(args, addressForms[kind])
  if (!form.ok) return form.reply()
  const { to } = form.value
  const answer = await addressCalls[kind](await api(args)).sendCode(purpose, { to })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return flow.begin(args, 'code', { code: sentFirst(to, answer) })
}
