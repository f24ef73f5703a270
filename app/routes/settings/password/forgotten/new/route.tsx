import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { forgottenPassword } from '~/flows/accounts/forgotten-password.server'
import { newPassword } from '~/forms/field-schemas'
import { AccountName, NewPasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Replacing a forgotten password while signed in, step 3: the new one.
export const handle: PageHandle = { title: 'password.new_title' }

const New = z.object({ password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await forgottenPassword.require(args, 'new')
  const client = await api(args)
  const { username } = await requireData(args, await client.accountInfo({}))
  return reply({ username })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const step = await forgottenPassword.require(args, 'new')
  const form = await readForm(args, New)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.changePassword({ verify_ticket: step.ticket, password: form.value.password })
  if (answer.ok) return step.finish()
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function NewPassword() {
  const { t } = useTranslation()
  const { username } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof New>()
  return (
    <FormPage
      page={page}
      title="password.new_title"
      submit="password.change_submit"
      hasNewPassword
      lead={<p>{t('password.ends_others')}</p>}
      after={<BackToSettings />}
    >
      <AccountName name={username} />
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </FormPage>
  )
}
