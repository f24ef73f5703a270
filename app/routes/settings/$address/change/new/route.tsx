import { useTranslation } from 'react-i18next'
import { addressCalls } from '~/addresses/address-calls.server'
import { addressForms } from '~/addresses/address-form'
import { addressKindOf } from '~/addresses/address-kind'
import { AddressPage } from '~/addresses/address-page'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindAddress } from '~/flows/rebind-address.server'
import { readForm } from '~/forms/read-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// Changing an address, step 2 of 3: the new one.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.new_title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'new')
  return reply({ kind, old: step.old })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const { old, ticket, ...step } = await rebindAddress[kind].require(args, 'new')
  const form = await readForm(args, addressForms[kind])
  if (!form.ok) return form.reply()
  const { to } = form.value
  const answer = await addressCalls[kind](await api(args)).sendCode('changeToNew', { to, verify_ticket: ticket })
  if (isOnItsWay(answer)) return step.goTo('confirm', { old, ticket, code: sentFirst(to, answer) })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function NewAddress() {
  const { t } = useTranslation()
  const { kind, old } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind={kind}
      title={`${kind}.change.new_title`}
      label={`${kind}.change.new_label`}
      lead={<p>{t(`${kind}.change.until`, { old })}</p>}
      after={<BackToSettings />}
    />
  )
}
