import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindEmail } from '~/flows/bind-email.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// Binding an email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await bindEmail.require(args, 'code')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindEmail.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const email = step.email.to
  const client = await api(args)
  const answer = await client.bindEmail({ email, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'held_by_other' && answer.data.ticket)
    return step.goTo('switch', { email, ticket: answer.data.ticket })
  // The second of two clicks, or another page, was there first.
  if (answer.code === 'already_bound') return step.abandon({ path: '/settings/email', notice: 'settled_before' })
  return form.reply(answer)
}

export default function BindEmail() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="email.bind"
      sent={sent}
      by="email"
      resend="/settings/email/bind/resend"
      back={{ path: '/settings/email', text: 'resend.back_email' }}
      after={<BackToSettings />}
    />
  )
}
