import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { AccountField, PasswordField } from '~/components/fields'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { lostMobileByPassword } from '~/flows/lost-mobile.server'
import { account, password } from '~/forms/fields'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { noticeOf } from '~/session/told.server'

// The mobile is lost, proven by the password, step 1: the account and its password.
export const handle: PageHandle = { title: 'lost.password.title', remembered: true }

const Start = z.object({ account, password })

export const loader = ({ request }: LoaderFunctionArgs) => json({ notice: noticeOf(request) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Start)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifyPassword(form.value)
  if (!answer.ok) return form.reply(answer)
  return lostMobileByPassword.begin(args, 'held', { ticket: answer.data.ticket })
}

export default function LostMobileByPassword() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Start>()
  return (
    <FormPage
      page={page}
      title="lost.password.title"
      submit="lost.continue"
      lead={
        <>
          <PageNotice notice={notice} />
          <p>{t('lost.password.text')}</p>
        </>
      }
      after={<Ways title="lost.password.otherwise" ways={{ '/account-help/mobile-lost/email': 'lost.by_email' }} />}
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
