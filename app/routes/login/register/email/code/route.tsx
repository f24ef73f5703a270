import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerEmail } from '~/flows/register-email.server'
import { code, newPassword } from '~/forms/field-schemas'
import { NewPasswordField } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Registration with an email, step 2: the code and a password.
export const handle: PageHandle = { title: 'code.title_email' }

const Code = z.object({ code, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerEmail.require(args, 'code')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerEmail.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.registerByEmail({ email: step.email.to, ...form.value })
  return answer.ok ? step.finish() : form.reply(answer)
}

export default function RegisterEmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="register.submit"
      sent={sent}
      by="email"
      resend="/login/register/email/resend"
      back={{ path: '/login/register/email', text: 'resend.back_email' }}
    >
      <NewPasswordField field={page.fields.password} />
    </CodePage>
  )
}
