import { shownAddress } from '#rules/typed/shown-address'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { SwitchPage } from '~/features/addresses/switch-page'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { readButton } from '~/forms/form-action.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { api } from '~/runtime/api.server'

// Changing an address: the new one was proven, and another account holds it.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.switch.title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const { to, old } = await rebindAddress[kind].require(args, 'switch')
  return reply({ kind, address: shownAddress(to), old })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const { to, ticket, takeover, ...step } = await rebindAddress[kind].require(args, 'switch')
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const calls = addressCalls[kind](await api(args))
  const answer = await calls.switchBind({ to, ticket: takeover, verify_ticket: ticket })
  if (answer.ok) return step.finish()
  // The second of two clicks, or another page, was faster; or it took too long.
  if (answer.code === 'ticket_refused') return step.abandon({ path: `/settings/${kind}`, notice: 'settled_before' })
  return form.reply(answer)
}

export default function SwitchInChange() {
  const { kind, address, old } = useLoaderData<typeof loader>()
  return <SwitchPage kind={kind} address={address} old={old} otherwise={`/settings/${kind}/change/new`} />
}
