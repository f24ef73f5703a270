import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { cancelAccount } from '~/flows/cancel-account.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'

// Cancelling one's account, step 2: the code.
export const handle: PageHandle = { title: 'stepUp.title.second' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { way, code } = await cancelAccount.require(args, 'code')
  return reply({ way, sent: shown(code) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifySecond({ sms_code_key: step.key, way: step.way, code: form.value.code })
  if (answer.ok) return step.goTo('confirm', { ticket: answer.data.verify_ticket })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function CancelByCode() {
  const { way, sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="stepUp.title.second"
      submit="stepUp.continue"
      sent={sent}
      by={way}
      resend="/settings/cancel/verify/resend"
      back={{ path: '/settings/cancel', text: 'cancel.other_way' }}
    />
  )
}
