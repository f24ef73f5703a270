import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { finishWithIdentity } from '~/features/platforms/connect-here.server'
import { shownIdentity, WaitingIdentityText } from '~/features/platforms/waiting-identity-text'
import { atRestoredAccount } from '~/features/sign-in/welcome'
import { restoreAccount } from '~/flows/sign-in/restore-account.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { api } from '~/runtime/api.server'
import { TimedText } from '~/ui/timed-text'

// Restoring a cancelled account, after a correct sign-in to it: confirm it.
export const handle: PageHandle = { title: 'restore.confirm.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { until, timeZone, identity } = await restoreAccount.require(args, 'confirm')
  return reply({ until, timeZone, identity: shownIdentity(identity) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await restoreAccount.require(args, 'confirm')
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.undoCancellation({ ticket: step.ticket })
  if (answer.ok) {
    const ends = { ...step, finish: () => step.finish(atRestoredAccount) }
    return finishWithIdentity(args, ends, { identity: step.identity, userId: answer.data.user_id })
  }
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmRestoring() {
  const { t, i18n } = useTranslation()
  const { until, timeZone, identity } = useLoaderData<typeof loader>()
  const time = momentIn(i18n.language, timeZone, until)
  return (
    <FormPage
      page={usePageForm()}
      title="restore.confirm.title"
      submit="restore.confirm.submit"
      lead={
        <>
          <p>
            <TimedText text={t('restore.confirm.text', { time })} time={time} at={until} />
          </p>
          <WaitingIdentityText identity={identity} />
        </>
      }
      after={
        <p>
          <a className="button quiet" href="/account-help/restore">
            {t('restore.confirm.leave')}
          </a>
        </p>
      }
    />
  )
}
