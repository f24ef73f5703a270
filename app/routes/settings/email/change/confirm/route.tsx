import { z } from 'zod'
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

// A change of email, step 3 of 3: prove that the new address is yours.
export const handle: PageHandle = { title: 'email.change.confirm_title' }

const Confirm = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindEmail.require(args, 'confirm')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await rebindEmail.require(args, 'confirm')
  const form = await readForm(args, Confirm)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.rebindEmail({ ticket: step.ticket, email: step.email.to, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'nothing_bound') return step.abandon('/settings/email')
  // The second of two clicks comes after the change, whose page shows what is bound now.
  if (answer.code === 'ticket_refused') return step.abandon({ path: '/settings/email', notice: 'settled_before' })
  return form.reply(answer)
}

export default function ConfirmEmail() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Confirm>()
  return (
    <CodePage
      page={page}
      title="email.change.confirm_title"
      submit="email.change.submit"
      sent={sent}
      by="email"
      resend="/settings/email/change/confirm/resend"
      back={{ path: '/settings/email/change/new', text: 'resend.back_email' }}
      after={<BackToSettings />}
    />
  )
}
