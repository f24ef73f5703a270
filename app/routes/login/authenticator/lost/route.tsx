import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { requirePending, startAgain } from '~/features/sign-in/pending-step.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { noteRemoval } from '~/session/pending-sign-in.server'
import { BackLink } from '~/ui/back-link'

// For a person who has lost the authenticator app's device and the recovery codes: requests its removal, which waits.
export const handle: PageHandle = { title: 'authenticator.lost_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { removal } = await requirePending(args)
  return reply({ removal })
}

export const action = async (args: ActionFunctionArgs) => {
  const pending = await requirePending(args)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const answer = await (await api(args)).reportLostAuthenticator({ ticket: pending.ticket })
  if (answer.ok) {
    const { takes_effect_at: at, time_zone: timeZone } = answer.data
    return redirectTo(args, '/login/authenticator/lost', { cookies: [await noteRemoval(pending, { at, timeZone })] })
  }
  return answer.code === 'ticket_refused' ? startAgain(args) : form.reply(answer)
}

export default function LostAuthenticator() {
  const { t, i18n } = useTranslation()
  const { removal } = useLoaderData<typeof loader>()
  const page = usePageForm()
  const back = <BackLink path="/login/authenticator" text="authenticator.back_to_code" />
  if (removal)
    return (
      <>
        <h1>{t('authenticator.lost_asked_title')}</h1>
        <p>{t('authenticator.lost_asked', { time: momentIn(i18n.language, removal.timeZone, removal.at) })}</p>
        {back}
      </>
    )
  return (
    <FormPage
      page={page}
      title="authenticator.lost_title"
      submit="authenticator.lost_ask"
      lead={
        <>
          <p>{t('authenticator.lost_codes')}</p>
          <p>{t('authenticator.lost_text')}</p>
        </>
      }
      after={back}
    />
  )
}
