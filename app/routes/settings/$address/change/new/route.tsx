import { useTranslation } from 'react-i18next'
import { shownAddress } from '#rules/typed/shown-address'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressForms } from '~/features/addresses/address-form'
import { addressKindOf } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { type Line, textOf } from '~/forms/failure-texts'
import { readForm } from '~/forms/read-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { translate } from '~/i18n/i18n.server'
import { sentence } from '~/i18n/sentence'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Problem } from '~/ui/notice'

// Changing an address: the new one again, if no code was sent to the first one.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.new_title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const { old, tried } = await rebindAddress[kind].require(args, 'new')
  const t = await translate(args)
  const typed = tried ? shownAddress(tried.to) : await addressAgain(args, rebindAddress[kind])
  const lines = tried ? (JSON.parse(tried.lines) as Line[]) : []
  return reply({ kind, old, typed, problems: lines.map((line) => textOf(t, line)) })
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
  const { kind, old, typed, problems } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind={kind}
      title={`${kind}.change.new_title`}
      label={`${kind}.change.new_label`}
      typed={typed}
      own={old}
      lead={
        <>
          {problems.length > 0 && (
            <Problem sentences={[t(`${kind}.change.proven`), ...problems.map((problem) => sentence(t, problem))]} />
          )}
          <p>{t(`${kind}.change.until`, { old })}</p>
        </>
      }
      after={<BackToSettings />}
    />
  )
}
