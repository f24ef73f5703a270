import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { emailReset, endSessionHere } from '~/flows/password-reset.server'
import { code, newPassword } from '~/forms/field-schemas'
import { NewPasswordField } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// A forgotten password, step 2: the code from the email, and the new password.
export const handle: PageHandle = { title: 'code.title_email' }

const Reset = z.object({ code, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await emailReset.require(args, 'code')
  return reply({ sent: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await emailReset.require(args, 'code')
  const form = await readForm(args, Reset)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.resetPasswordByEmail({ email: step.email.to, ...form.value })
  if (!answer.ok) return form.reply(answer)
  await endSessionHere(args, client)
  return step.finish()
}

export default function ResetByEmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Reset>()
  return (
    <CodePage
      page={page}
      title="code.title_email"
      submit="reset.submit"
      sent={sent}
      by="email_reset"
      resend="/account-help/password/email/resend"
      back={{ path: '/account-help/password/email', text: 'resend.back_email' }}
    >
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </CodePage>
  )
}
