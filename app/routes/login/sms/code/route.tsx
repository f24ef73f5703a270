import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/flows/restore-account.server'
import { smsSignIn } from '~/flows/sms-sign-in.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Sign-in with an SMS code, step 2: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await smsSignIn.require(args, 'code')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await smsSignIn.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.smsLoginOnly({ mobile: step.mobile.to, code: form.value.code })
  if (answer.ok) return step.finish()
  if (answer.code === 'not_registered')
    return step.goTo('create', { mobile: step.mobile.to, ticket: answer.data.ticket })
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function SmsCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="login.submit"
      sent={sent}
      by="mobile"
      resend="/login/sms/resend"
      back={{ path: '/login/sms', text: 'resend.back_mobile' }}
    />
  )
}
