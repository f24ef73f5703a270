import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { currentPassword, newPassword } from '~/forms/field-schemas'
import { NewPasswordField, PasswordField } from '~/forms/fields'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'

// Changes the password, with the present one. An account without one is led to the page that sets it.
export const handle: PageHandle = { title: 'password.change_title' }

const Change = z.object({ current_password: currentPassword, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { has_set } = await requireData(args, await client.hasSetPasswordGet({}))
  if (!has_set) throw await redirectTo(args, '/settings/password/set')
  return reply({ notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.updatePassword(form.value)
  return answer.ok ? redirectTo(args, { path: '/settings/password', notice: 'password_changed' }) : form.reply(answer)
}

export default function ChangePassword() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  return (
    <FormPage
      page={page}
      title="password.change_title"
      submit="password.change_submit"
      lead={
        <>
          <FlashMessage notice={notice} />
          <p>{t('password.ends_others')}</p>
        </>
      }
      after={
        <>
          <ForgottenLink path="/settings/password/forgotten" text="password.forgotten" />
          <BackToSettings />
        </>
      }
    >
      <PasswordField field={page.fields.current_password} label="field.current_password.label" />
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </FormPage>
  )
}
