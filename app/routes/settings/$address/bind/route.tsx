import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { addressTexts } from '~/features/addresses/address-texts'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { bindAddress } from '~/flows/accounts/bind-address.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Binding an address, step 2: the code.
export const handle: PageHandle = { title: (params) => addressTexts[addressKindOf({ params })].codeTitle }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'code')
  return replyWithCode(step.code, { kind })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await bindAddress[kind].require(args, 'code')
  const { to } = step.code
  const calls = addressCalls[kind](await api(args))
  const form = await readCodeForm(args, codeAlone, { step, resend: { code: () => calls.sendCode('bind', { to }) } })
  if (!form.ok) return form.reply()
  const answer = await calls.bind({ sent: step.code, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'held_by_other' && answer.data.ticket)
    return step.goTo('switch', { to, ticket: answer.data.ticket })
  // The second of two clicks, or another page, was faster.
  if (answer.code === 'already_bound') return step.abandon({ path: `/settings/${kind}`, notice: 'settled_before' })
  return form.reply(answer)
}

export default function BindAddress() {
  const { kind, sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title={addressTexts[kind].codeTitle}
      submit={`${kind}.bind`}
      sent={sent}
      by={kind}
      back={{ path: againAt(`/settings/${kind}`), text: addressTexts[kind].useAnother }}
      after={<BackToSettings />}
    />
  )
}
