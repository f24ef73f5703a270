import { z } from 'zod'
import { mobilePurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindMobile } from '~/flows/rebind-mobile.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// A change of mobile, step 1 of 3: prove that the old number is still yours.
export const handle: PageHandle = { title: 'mobile.change.old_title' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindMobile.require(args, 'old')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await rebindMobile.require(args, 'old')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const proven = { code: form.value.code, type: mobilePurpose.verifyOld, act: 'binding' } as const
  const answer = await client.verifyMobile(proven)
  if (answer.ok) return step.goTo('new', { old: step.mobile.to, ticket: answer.data.verify_ticket })
  return form.reply(answer)
}

export default function OldMobile() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="mobile.change.old_title"
      submit="mobile.change.next"
      sent={sent}
      by="mobile"
      resend="/settings/mobile/change/old/resend"
      back={{ path: '/account-help/mobile-lost', text: 'mobile.lost' }}
      after={<BackToSettings />}
    />
  )
}
