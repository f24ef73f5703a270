import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { emailSignIn } from '~/flows/email-sign-in.server'
import { askToRestore } from '~/flows/restore-account.server'
import { code } from '~/forms/field-schemas'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Sign-in with a code by email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

const Code = z.object({ code })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await emailSignIn.require(args, 'code')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await emailSignIn.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.emailCodeLogin({ email: step.email.to, code: form.value.code })
  if (answer.ok) return step.finish()
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

export default function EmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="login.submit"
      sent={sent}
      by="email_sign_in"
      resend="/login/email/resend"
      back={{ path: '/login/email', text: 'resend.back_email' }}
    />
  )
}
