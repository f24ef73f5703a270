import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import { RowButton } from '~/forms/row-button'
import { momentIn } from '~/i18n/dates'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { TimedText } from '~/ui/timed-text'
import { DeviceTitle, deviceText, NameLink } from './device-title'

export type Sessions = z.output<Calls['listSessions']['output']>
type Session = Sessions['sessions'][number]

/** The sessions of the account. Each other session has a form that ends it. More forms end all of them, or sign out. */
export const SessionsSection = ({ sessions, time_zone: timeZone }: Sessions) => {
  const { t } = useTranslation()
  const [present, others] = [sessions.filter(isPresent), sessions.filter((session) => !isPresent(session))]
  return (
    <>
      <h2 id="sessions">{t('sessions.title')}</h2>
      <h3>{t('sessions.present')}</h3>
      <ul className="rows devices">
        {present.map((session) => (
          <li key={session.session_id}>
            <Device session={session} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <h3>{t('sessions.others')}</h3>
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
                  label={t('sessions.end_one', { client: deviceText(t, session) })}
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
      <h3>{t('sessions.leave')}</h3>
      <p>{t('sessions.leave_text')}</p>
      <ul className="rows">
        <RowButton text="sessions.leave_everywhere" name="everywhere" />
        <RowButton text="sessions.leave_device" name="forget_all" action="/login/quick" />
      </ul>
    </>
  )
}

const isPresent = ({ is_current }: Session) => is_current

interface DeviceProps {
  session: Session
  timeZone: string | null
}

const Device = ({ session, timeZone }: DeviceProps) => {
  const { t, i18n } = useTranslation()
  const { session_id, name, client, address, way, is_current, signed_in_at, last_seen_at } = session
  const seen = momentIn(i18n.language, timeZone, last_seen_at)
  const begun = momentIn(i18n.language, timeZone, signed_in_at)
  return (
    <div>
      <DeviceTitle name={name} client={client} />
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
        <NameLink of={{ session: session_id }} device={session} />
      </p>
    </div>
  )
}
