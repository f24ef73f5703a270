import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { currentPassword, newPassword } from '~/forms/field-schemas'
import { AccountName, NewPasswordField, PasswordField } from '~/forms/fields/fields'
import { ForgottenLink } from '~/forms/forgotten-link'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Changes the password, with the current one. An account without one is redirected to the page that sets it.
export const handle: PageHandle = { title: 'password.change_title' }

const Change = z.object({ current_password: currentPassword, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { has_password, username } = await requireData(args, await client.accountInfo({}))
  if (!has_password) throw await redirectTo(args, '/settings/password/set')
  return reply({ username })
}

export const action = formAction(Change, {
  call: (client, typed) => client.updatePassword(typed),
  done: () => ({ path: '/settings', notice: 'password_changed' }),
})

export default function ChangePassword() {
  const { t } = useTranslation()
  const { username } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  return (
    <FormPage
      page={page}
      title="password.change_title"
      hasNewPassword
      submit="password.change_submit"
      lead={<p>{t('password.ends_others')}</p>}
      help={<ForgottenLink path="/settings/password/forgotten" text="password.forgotten" />}
      after={<BackToSettings />}
    >
      <AccountName name={username} />
      <PasswordField field={page.fields.current_password} label="field.current_password.label" />
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </FormPage>
  )
}
