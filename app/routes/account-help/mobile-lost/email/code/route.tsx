import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { lostMobileByEmail } from '~/flows/lost-mobile.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// The mobile is lost, proven by email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'code')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const proof = { email: step.email.to, code: form.value.code, type: emailPurpose.notSignedIn }
  const answer = await client.validateEmailCode(proof)
  return answer.ok ? step.goTo('confirm', { ticket: answer.data.ticket }) : form.reply(answer)
}

export default function LostMobileEmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="lost.continue"
      sent={sent}
      by="email_sign_in"
      resend="/account-help/mobile-lost/email/resend"
      back={{ path: '/account-help/mobile-lost/email', text: 'resend.back_email' }}
    />
  )
}
