import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { BackToSettings } from '~/components/back-to-settings'
import { NewPasswordField, PasswordField } from '~/components/fields'
import { ForgottenLink } from '~/components/forgotten-link'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import type { PageHandle } from '~/document/page-handle'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { currentPassword, newPassword } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { leave } from '~/session/leave.server'
import { noticeOf } from '~/session/told.server'

// Another password, by the present one. Where there is none yet, the page of the first one.
export const handle: PageHandle = { title: 'password.change_title' }

const Change = z.object({ current_password: currentPassword, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { has_set } = await loaded(args, await client.hasSetPasswordGet({}))
  if (!has_set) throw await leave(args, '/settings/password/set')
  return json({ notice: noticeOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.updatePassword(form.value)
  return answer.ok ? leave(args, { path: '/settings/password', notice: 'password_changed' }) : form.reply(answer)
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
          <PageNotice notice={notice} />
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
