import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { dayIn } from '~/components/day'
import { FormPage } from '~/components/form-page'
import type { PageHandle } from '~/document/page-handle'
import { cancelAccount } from '~/flows/cancel-account.server'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { arrive } from '~/session/leave.server'
import { endSession } from '~/session/visitor.server'

// Cancelling one's account, step 3: the last question.
export const handle: PageHandle = { title: 'cancel.confirm.title' }

const Confirm = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await cancelAccount.require(args, 'confirm')
  const client = await api(args)
  const { restorable_until } = await loaded(args, await client.cancelCheck({}))
  return json({ until: restorable_until })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'confirm')
  const form = await readForm(args, Confirm)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.cancelConfirm({ cancel_ticket: step.ticket })
  if (answer.ok) {
    await endSession(args)
    return arrive(args, { path: '/account-help/cancelled', until: answer.data.restorable_until.slice(0, 10) })
  }
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmCancellation() {
  const { t, i18n } = useTranslation()
  const { until } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Confirm>()
  return (
    <FormPage
      page={page}
      title="cancel.confirm.title"
      submit="cancel.confirm.submit"
      lead={<p>{t('cancel.confirm.text', { day: dayIn(i18n.language, until) })}</p>}
      after={
        <p>
          <a className="button quiet" href="/settings">
            {t('cancel.confirm.keep')}
          </a>
        </p>
      }
    />
  )
}
