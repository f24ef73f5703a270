import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindEmail } from '~/flows/rebind-email.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// A change of email, step 1 of 3: prove that the old address is still yours.
export const handle: PageHandle = { title: 'email.change.old_title' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindEmail.require(args, 'old')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await rebindEmail.require(args, 'old')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const proven = { code: form.value.code, type: emailPurpose.verifyOld, act: 'binding' } as const
  const answer = await client.verifyEmail(proven)
  if (answer.ok) return step.goTo('new', { old: step.email.to, ticket: answer.data.verify_ticket })
  return form.reply(answer)
}

export default function OldEmail() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="email.change.old_title"
      submit="email.change.next"
      sent={sent}
      by="email"
      resend="/settings/email/change/old/resend"
      back={{ path: '/settings/email/remove', text: 'email.lost' }}
      after={<BackToSettings />}
    />
  )
}
