import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { newPassword } from '~/forms/field-schemas'
import { AccountName, NewPasswordField } from '~/forms/fields/fields'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Sets the first password of an account. An account that has one is redirected to the page that changes it.
export const handle: PageHandle = { title: 'password.set_title' }

const First = z.object({ password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { has_password, username } = await requireData(args, await client.accountInfo({}))
  if (has_password) throw await redirectTo(args, '/settings/password')
  return reply({ username })
}

export const action = formAction(First, {
  call: (client, typed) => client.setPassword(typed),
  done: () => ({ path: '/settings', notice: 'password_set' }),
  // The second of two clicks, or of two tabs, finds the password set.
  otherwise: ({ code }) => (code === 'password_is_set' ? '/settings/password' : undefined),
})

export default function SetPassword() {
  const { t } = useTranslation()
  const { username } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof First>()
  return (
    <FormPage
      page={page}
      title="password.set_title"
      hasNewPassword
      submit="password.set_submit"
      lead={<p>{t('password.set_text')}</p>}
      after={<BackToSettings />}
    >
      <AccountName name={username} />
      <NewPasswordField field={page.fields.password} />
    </FormPage>
  )
}
