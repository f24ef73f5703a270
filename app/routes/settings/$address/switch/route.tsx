import { shownAddress } from '#rules/typed/shown-address'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { boundAddresses } from '~/features/addresses/bound-address.server'
import { SwitchPage } from '~/features/addresses/switch-page'
import { bindAddress } from '~/flows/accounts/bind-address.server'
import { readButton } from '~/forms/form-action.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { api } from '~/runtime/api.server'

// Binding an address, step 3: it was proven, and another account holds it.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.switch.title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'switch')
  return reply({ kind, address: shownAddress(step.to) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'switch')
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const calls = addressCalls[kind](await api(args))
  const answer = await calls.switchBind({ to: step.to, ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code !== 'already_bound' && answer.code !== 'ticket_refused') return form.reply(answer)
  const { isProven } = (await boundAddresses(args))[kind]
  // The second of two clicks, or another page, was faster.
  return isProven ? step.abandon({ path: `/settings/${kind}`, notice: 'settled_before' }) : step.restart()
}

export default function SwitchAddress() {
  const { kind, address } = useLoaderData<typeof loader>()
  return <SwitchPage kind={kind} address={address} otherwise={`/settings/${kind}`} />
}
