import { z } from 'zod'
import { api } from '~/api.server'
import { CodePage } from '~/codes/code-page'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { endSessionHere, mobileReset } from '~/flows/password-reset.server'
import { code, newPassword } from '~/forms/field-schemas'
import { NewPasswordField } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// A forgotten password, step 2: the code from the SMS, and the new password.
export const handle: PageHandle = { title: 'code.title_sms' }

const Reset = z.object({ code, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await mobileReset.require(args, 'code')
  return reply({ sent: shown(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await mobileReset.require(args, 'code')
  const form = await readForm(args, Reset)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.resetPasswordByMobile({ mobile: step.mobile.to, ...form.value })
  if (!answer.ok) return form.reply(answer)
  await endSessionHere(args, client)
  return step.finish()
}

export default function ResetByMobileCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Reset>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="reset.submit"
      sent={sent}
      by="mobile_reset"
      resend="/account-help/password/resend"
      back={{ path: '/account-help/password', text: 'resend.back_mobile' }}
    >
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </CodePage>
  )
}
