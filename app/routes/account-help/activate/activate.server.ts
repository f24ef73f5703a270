import { z } from 'zod'
import { identityId } from '#contract/organisations/organisation-fields'
import { shownAddress } from '#rules/typed/shown-address'
import { addressAgain } from '~/features/addresses/address-again.server'
import { addressCalls } from '~/features/addresses/address-calls.server'
import type { AddressKind } from '~/features/addresses/address-kind'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { continueSignIn } from '~/features/sign-in/continue-sign-in.server'
import { activateAccount } from '~/flows/organisations/activate-account.server'
import { code, newPassword } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { reply } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { api } from '~/runtime/api.server'
import { shownTerms } from '~/runtime/brand.server'
import type { Args } from '~/session/visitor.server'

// The pages that activate an account that an organisation created, for both kinds of address.
export const ActivationCode = z.object({ code })

/** The password is left out if the address has an account, which keeps its own. */
export const ChosenPlaces = z.object({
  place: z
    .array(identityId)
    .max(50)
    .default([])
    .refine((chosen) => chosen.length > 0, 'activate.choose_one'),
  password: newPassword.optional(),
})

/** A signed-in person may activate too, because an organisation may know another of their addresses. */
export const loadAddress = async (args: Args, kind: AddressKind) =>
  reply({ notice: flashOf(args.request), typed: await addressAgain(args, activateAccount[kind]) })

export const sendActivation = (args: Args, kind: AddressKind) =>
  sendFirstCode(args, { kind, purpose: (calls, to) => calls.sendActivation(to), flow: activateAccount[kind] })

export const loadCode = async (args: Args, kind: AddressKind) => {
  const step = await activateAccount[kind].require(args, 'code')
  return replyWithCode(step.code, { kind })
}

export const activateByCode = async (args: Args, kind: AddressKind) => {
  const step = await activateAccount[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const form = await readCodeForm(args, ActivationCode, { step, resend: { code: () => calls.sendActivation(to) } })
  if (!form.ok) return form.reply()
  const answer = await calls.activate({ sent: step.code, ...form.value })
  if (answer.ok) return step.finish()
  return answer.code === 'places_to_choose'
    ? step.goTo('choose', { code: step.code, typed: form.value.code })
    : form.reply(answer)
}

/** A correct code without a choice changes nothing, so a page may ask for the choices. */
export const loadPlaces = async (args: Args, kind: AddressKind) => {
  const step = await activateAccount[kind].require(args, 'choose')
  const calls = addressCalls[kind](await api(args))
  const answer = await calls.activate({ sent: step.code, code: step.typed })
  if (answer.ok || answer.code !== 'places_to_choose') throw await step.restart()
  const { places, has_account: hasAccount } = answer.data
  return reply({ kind, places, hasAccount, account: step.code.to })
}

export const activateChosen = async (args: Args, kind: AddressKind) => {
  const step = await activateAccount[kind].require(args, 'choose')
  const form = await readForm(args, ChosenPlaces)
  if (!form.ok) return form.reply()
  const { place, password } = form.value
  const calls = addressCalls[kind](await api(args))
  const chosen = { sec_user_identity_ids: place, ...(password !== undefined && { password }) }
  const answer = await calls.activate({ sent: step.code, code: step.typed, ...chosen, ...shownTerms() })
  if (answer.ok) return step.finish()
  const { ticket } = answer.code === 'already_registered' ? answer.data : { ticket: undefined }
  return ticket === undefined ? form.reply(answer) : step.goTo('existing', { to: step.code.to, ticket })
}

export const loadExisting = async (args: Args, kind: AddressKind) => {
  const { to } = await activateAccount[kind].require(args, 'existing')
  return reply({ kind, address: shownAddress(to) })
}

export const signInToExisting = async (args: Args, kind: AddressKind) =>
  continueSignIn(args, kind, await activateAccount[kind].require(args, 'existing'))
