import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import { BackToSettings } from '~/components/back-to-settings'
import { FormPage } from '~/components/form-page'
import { PageNotice } from '~/components/page-notice'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { rebindEmail } from '~/flows/rebind-email.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { leave } from '~/session/leave.server'
import { noticeOf } from '~/session/told.server'
import type { Args } from '~/session/visitor.server'

// A change of email begins: a code to the address that is bound.
export const handle: PageHandle = { title: 'email.change.title' }

const Change = z.object({})

/** The address that is bound, masked; without one, or one that was never proven, there is nothing to change. */
const boundEmail = async (args: Args): Promise<string> => {
  const client = await api(args)
  const { email, email_verified } = await loaded(args, await client.accountInfo({}))
  if (email === null || !email_verified) throw await leave(args, '/settings/email')
  return email
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return json({ email: await boundEmail(args), notice: noticeOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Change)
  if (!form.ok) return form.reply()
  const email = await boundEmail(args)
  const client = await api(args)
  const answer = await client.sendEmailCode({ type: emailPurpose.verifyOld })
  if (!isOnItsWay(answer)) return form.reply(answer)
  return rebindEmail.begin(args, 'old', { email: sentFirst(email, answer) })
}

export default function ChangeEmail() {
  const { t } = useTranslation()
  const { email, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Change>()
  return (
    <FormPage
      page={page}
      title="email.change.title"
      submit="code.send"
      lead={
        <>
          <PageNotice notice={notice} />
          <p>{t('email.change.first', { email })}</p>
        </>
      }
      after={
        <>
          <Ways title="email.change.no_email" ways={{ '/settings/email/remove': 'email.change.remove_first' }} />
          <BackToSettings />
        </>
      }
    />
  )
}
