import { z } from 'zod'
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

// A change of mobile, step 3 of 3: prove that the new number is yours.
export const handle: PageHandle = { title: 'mobile.change.confirm_title' }

const Confirm = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindMobile.require(args, 'confirm')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await rebindMobile.require(args, 'confirm')
  const form = await readForm(args, Confirm)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.rebindMobile({ ticket: step.ticket, mobile: step.mobile.to, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'nothing_bound') return step.abandon('/settings/mobile')
  // The second of two clicks comes after the change, whose page shows what is bound now.
  if (answer.code === 'ticket_refused') return step.abandon({ path: '/settings/mobile', notice: 'settled_before' })
  return form.reply(answer)
}

export default function ConfirmMobile() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Confirm>()
  return (
    <CodePage
      page={page}
      title="mobile.change.confirm_title"
      submit="mobile.change.submit"
      sent={sent}
      by="mobile"
      resend="/settings/mobile/change/confirm/resend"
      back={{ path: '/settings/mobile/change/new', text: 'resend.back_mobile' }}
      after={<BackToSettings />}
    />
  )
}
