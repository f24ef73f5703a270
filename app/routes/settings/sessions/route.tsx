import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { clientText } from '~/features/activity/client-text'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { endSession, visitor } from '~/session/visitor.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { TimedText } from '~/ui/timed-text'

// The sessions of the account. Each other session has a form that ends it. More forms end all of them, or sign out.
export const handle: PageHandle = { title: 'sessions.title', ownForms: true }

const End = z
  .object({
    session_id: z.string().max(64).optional(),
    others: z.string().optional(),
    everywhere: z.string().optional(),
  })
  .refine(({ session_id, others, everywhere }) => session_id || others || everywhere, 'error.invalid_input')

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { sessions, time_zone: timeZone } = await requireData(args, await client.listSessions({}))
  return reply({ sessions, timeZone, notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, End)
  if (!form.ok) return form.reply()
  const { session_id, everywhere } = form.value
  const client = await api(args)
  if (everywhere) {
    const left = await client.logout({ all: 1 })
    if (!left.ok) return form.reply(left)
    await endSession(args)
    return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  }
  const answer = session_id ? await client.endSession({ session_id }) : await client.endOtherSessions({})
  // The second of two clicks, or the device itself, was there first.
  if (!answer.ok && answer.code === 'no_such_session')
    return redirectTo(args, { path: '/settings/sessions', notice: 'session_over' })
  if (!answer.ok) return form.reply(answer)
  // The page has no form that ends the present session, but a person can make one.
  const { signedIn } = await visitor(args)
  if (!signedIn) return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  const notice = session_id ? 'session_ended' : 'other_sessions_ended'
  return redirectTo(args, { path: '/settings/sessions', notice })
}

type Session = ReturnType<typeof useLoaderData<typeof loader>>['sessions'][number]

export default function Sessions() {
  const { t } = useTranslation()
  const { sessions, timeZone, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof End>()
  const [present, others] = [sessions.filter(isPresent), sessions.filter((session) => !isPresent(session))]
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('sessions.title')}</h1>
      <FlashMessage notice={notice} />
      <h2>{t('sessions.present')}</h2>
      <ul className="rows devices">
        {present.map((session) => (
          <li key={session.session_id}>
            <Device session={session} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <h2>{t('sessions.others')}</h2>
      {others.length === 0 ? <p>{t('sessions.no_others')}</p> : <p>{t('sessions.text')}</p>}
      {others.length > 0 && (
        <ul className="rows devices">
          {others.map((session) => (
            <li key={session.session_id}>
              <Device session={session} timeZone={timeZone} />
              <form method="post">
                <FormToken />
                <input type="hidden" name="session_id" value={session.session_id} />
                <Button
                  text="sessions.end"
                  label={t('sessions.end_one', { client: clientText(t, session.client) })}
                  quiet
                  small
                />
              </form>
            </li>
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <form method="post">
          <FormToken />
          <Button text="sessions.end_others" name="others" quiet />
        </form>
      )}
      <h2>{t('sessions.leave')}</h2>
      <p>{t('sessions.leave_text')}</p>
      <form method="post">
        <FormToken />
        <Button text="sessions.leave_everywhere" name="everywhere" quiet />
      </form>
      <form method="post" action="/login/quick">
        <FormToken />
        <Button text="sessions.leave_device" name="forget_all" quiet />
      </form>
      <BackToSettings />
    </>
  )
}

const isPresent = ({ is_current }: Session) => is_current

const Device = ({ session, timeZone }: { session: Session; timeZone: string | null }) => {
  const { t, i18n } = useTranslation()
  const { client, address, way, is_current, signed_in_at, last_seen_at } = session
  const seen = momentIn(i18n.language, timeZone, last_seen_at)
  const begun = momentIn(i18n.language, timeZone, signed_in_at)
  return (
    <div>
      <strong>{clientText(t, client)}</strong>
      <p>
        {is_current ? (
          t('sessions.here_now')
        ) : (
          <TimedText text={t('sessions.seen', { time: seen })} time={seen} at={last_seen_at} />
        )}
        {address && (
          <>
            <br />
            {t('client.address', { address })}
          </>
        )}
        <br />
        <TimedText
          text={
            way
              ? t('sessions.signed_in_by', { time: begun, way: t(`activity.way.${way}`) })
              : t('sessions.signed_in', { time: begun })
          }
          time={begun}
          at={signed_in_at}
        />
      </p>
    </div>
  )
}
