import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindMobile } from '~/flows/bind-mobile.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// Binding a mobile, step 2: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await bindMobile.require(args, 'code')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindMobile.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const mobile = step.mobile.to
  const client = await api(args)
  const answer = await client.bindMobile({ mobile, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'held_by_other' && answer.data.ticket)
    return step.goTo('switch', { mobile, ticket: answer.data.ticket })
  // The second of two clicks, or another page, was there first.
  if (answer.code === 'already_bound') return step.abandon({ path: '/settings/mobile', notice: 'settled_before' })
  return form.reply(answer)
}

export default function BindMobile() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="mobile.bind"
      sent={sent}
      by="mobile"
      resend="/settings/mobile/bind/resend"
      back={{ path: '/settings/mobile', text: 'resend.back_mobile' }}
      after={<BackToSettings />}
    />
  )
}
