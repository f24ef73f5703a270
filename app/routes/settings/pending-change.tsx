import { useTranslation } from 'react-i18next'
import { momentIn } from '~/i18n/dates'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { TimedText } from '~/ui/timed-text'

/** A pending change: `becomes` replaces the address, if anything does. `at` is ISO 8601. */
export interface Pending {
  at: string
  becomes: string | null
  timeZone: string | null
}

interface PendingChangeProps {
  kind: 'mobile' | 'email' | 'platform' | 'passkey' | 'recovery_email'
  pending: Pending
  canStop?: boolean
}

/** Says what will change, and when. */
export const PendingChangeText = ({ kind, pending: { at, becomes, timeZone }, canStop = true }: PendingChangeProps) => {
  const { t, i18n } = useTranslation()
  const time = momentIn(i18n.language, timeZone, at)
  return (
    <>
      <p>
        <TimedText
          text={t(`pendingChange.${kind}.${becomes === null ? 'removal' : 'replacement'}`, { time, becomes })}
          time={time}
          at={at}
        />
      </p>
      {canStop && <p>{t('pendingChange.not_you', { stop: t(`pendingChange.${kind}.stop`) })}</p>}
    </>
  )
}

/**
 * Says that a method is about to change, and offers to keep it. `isNew`: it was requested just now, so this replaces
 * the message about that.
 */
export const PendingChange = ({ path, isNew, ...shown }: PendingChangeProps & { path: string; isNew: boolean }) => {
  const canStop = useIsOpen()(path)
  return (
    <form method="post" action={path} className="notice">
      <FormToken />
      <div {...(isNew && { role: 'status' })}>
        <PendingChangeText {...shown} canStop={canStop} />
      </div>
      {canStop && <Button text={`pendingChange.${shown.kind}.stop`} quiet />}
    </form>
  )
}
