import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls, waitOf } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { addressTexts } from '~/features/addresses/address-texts'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { code } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Changing an address, step 2 of 2: prove that the new one is yours.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.confirm_title` }

// `wait` comes from the button of the second verification.
const Confirm = z.object({ code, wait: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'confirm')
  return replyWithCode(step.code, { kind })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const { old, ticket, ...step } = await rebindAddress[kind].require(args, 'confirm')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const sendAgain = () => calls.sendCode('changeToNew', { to, verify_ticket: ticket })
  const form = await readCodeForm(args, Confirm, { step, resend: { code: sendAgain } })
  if (!form.ok) return form.reply()
  const answer = await calls.rebind({ ticket, sent: step.code, code: form.value.code, ...waitOf(form.value) })
  if (answer.ok && answer.data.takes_effect_at !== null)
    return step.abandon({ path: `/settings/${kind}`, notice: `${kind}_change_asked` })
  if (answer.ok) return step.finish()
  if (answer.code === 'held_by_other' && answer.data.ticket)
    return step.goTo('switch', { old, ticket, to, takeover: answer.data.ticket })
  if (answer.code === 'nothing_bound') return step.abandon(`/settings/${kind}`)
  // The second of two clicks comes after the change. The page of the address shows what is bound now.
  if (answer.code === 'ticket_refused') return step.abandon({ path: `/settings/${kind}`, notice: 'settled_before' })
  return form.reply(answer)
}

export default function ProveNewAddress() {
  const { kind, sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Confirm>()
  return (
    <CodePage
      page={page}
      title={`${kind}.change.confirm_title`}
      submit={`${kind}.change.submit`}
      sent={sent}
      by={kind}
      back={{ path: againAt(`/settings/${kind}/change/new`), text: addressTexts[kind].useAnother }}
      after={<BackToSettings />}
    />
  )
}
