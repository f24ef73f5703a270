import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerMobile } from '~/flows/register-mobile.server'
import { code, newPassword } from '~/forms/field-schemas'
import { NewPasswordField } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Registration with a mobile, step 2: the code and, for those who like, a password.
export const handle: PageHandle = { title: 'code.title_sms' }

const Code = z.object({ code, password: newPassword.optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerMobile.require(args, 'code')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerMobile.require(args, 'code')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const mobile = step.mobile.to
  const client = await api(args)
  const answer = await client.registerByMobile({ mobile, ...form.value })
  if (answer.ok) return step.finish()
  if (answer.code === 'already_registered' && answer.data.ticket)
    return step.goTo('existing', { mobile, ticket: answer.data.ticket })
  return form.reply(answer)
}

export default function RegisterMobileCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="register.submit"
      sent={sent}
      by="mobile"
      resend="/login/register/resend"
      back={{ path: '/login/register', text: 'resend.back_mobile' }}
    >
      <NewPasswordField
        field={page.fields.password}
        label="field.new_password.label_optional"
        hint="field.new_password.hint_optional"
      />
    </CodePage>
  )
}
