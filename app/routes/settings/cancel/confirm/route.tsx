import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn } from '~/i18n/dates'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectAndRotate } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { endSession } from '~/session/visitor.server'
import { TimedText } from '~/ui/timed-text'

// Cancelling an account, step 3: confirm it.
export const handle: PageHandle = { title: 'cancel.confirm.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await cancelAccount.require(args, 'confirm')
  const client = await api(args)
  const { restorable_until, time_zone } = await requireData(args, await client.cancelCheck({}))
  return reply({ until: restorable_until, timeZone: time_zone })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'confirm')
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.cancelConfirm({ cancel_ticket: step.ticket })
  if (answer.ok) {
    await endSession(args)
    const { restorable_until, time_zone } = answer.data
    return redirectAndRotate(args, {
      path: '/account-help/cancelled',
      until: restorable_until || 'unknown',
      ...(time_zone !== null && { time_zone }),
    })
  }
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmCancellation() {
  const { t, i18n } = useTranslation()
  const { until, timeZone } = useLoaderData<typeof loader>()
  const day = dayIn(i18n.language, timeZone, until)
  const text = t('cancel.confirm.text', { day })
  return (
    <FormPage
      page={usePageForm()}
      title="cancel.confirm.title"
      submit="cancel.confirm.submit"
      safe={{ path: '/settings', text: 'cancel.confirm.keep' }}
      lead={<p>{until === '' ? t('cancel.confirm.text_undated') : <TimedText text={text} time={day} at={until} />}</p>}
    />
  )
}
