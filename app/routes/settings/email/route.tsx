import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { BackToSettings } from '~/components/back-to-settings'
import { Facts } from '~/components/facts'
import { EmailField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { bindEmail } from '~/flows/bind-email.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { email } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { noticeOf } from '~/session/told.server'

// The email of the account, and what can be done with it. Where there is none, or one that was never proven, binding one
// begins here.
export const handle: PageHandle = { title: 'email.title' }

const Bind = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { email, email_verified: isProven } = await loaded(args, await client.accountInfo({}))
  return json({ email, isProven, notice: noticeOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Bind)
  if (!form.ok) return form.reply()
  const { email } = form.value
  const client = await api(args)
  const answer = await client.sendEmailCode({ email, type: emailPurpose.bind })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return bindEmail.begin(args, 'code', { email: sentFirst(email, answer) })
}

export default function Email() {
  const { t } = useTranslation()
  const { email, isProven, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Bind>()
  if (email !== null && isProven)
    return (
      <>
        <h1>{t('email.title')}</h1>
        <PageNotice notice={notice} />
        <Facts facts={{ 'email.now': email }} />
        <Ways
          title="email.ways"
          ways={{
            '/settings/email/change': 'email.change.link',
            '/settings/email/remove': 'email.remove.link',
          }}
        />
        <BackToSettings />
      </>
    )
  return (
    <FormPage
      page={page}
      title="email.title"
      submit="code.send"
      lead={
        <>
          <PageNotice notice={notice} />
          <p>{email === null ? t('email.why') : t('email.unproven', { email })}</p>
        </>
      }
      after={<BackToSettings />}
    >
      <EmailField field={page.fields.email} />
    </FormPage>
  )
}
