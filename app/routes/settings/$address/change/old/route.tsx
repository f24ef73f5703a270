import { z } from 'zod'
import { addressCalls } from '~/addresses/address-calls.server'
import { addressKindOf } from '~/addresses/address-kind'
import { api } from '~/api.server'
import { readCodeForm } from '~/codes/code-form.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindAddress } from '~/flows/rebind-address.server'
import { code } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// Changing an address, step 1 of 3: prove that the old one is still yours.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.old_title` }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'old')
  return reply({ kind, sent: shown(step.code) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'old')
  const calls = addressCalls[kind](await api(args))
  const form = await readCodeForm(args, Code, { step, resend: { code: () => calls.sendCode('verifyOld') } })
  if (!form.ok) return form.reply()
  const answer = await calls.verify('verifyOld', { sent: step.code, code: form.value.code })
  if (answer.ok) return step.goTo('new', { old: step.code.to, ticket: answer.data.verify_ticket })
  return form.reply(answer)
}

/** The link for a person who cannot receive codes there any more. */
const ifLost = {
  mobile: { path: '/account-help/mobile-lost', text: 'mobile.lost' },
  email: { path: '/settings/email/remove', text: 'email.lost' },
}

export default function ProveOldAddress() {
  const { kind, sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title={`${kind}.change.old_title`}
      submit={`${kind}.change.next`}
      sent={sent}
      by={kind}
      back={ifLost[kind]}
      after={<BackToSettings />}
    />
  )
}
