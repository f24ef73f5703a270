import { useTranslation } from 'react-i18next'
import { momentIn } from '~/i18n/dates'

/** The page that stops a pending change, by what changes. A platform has its own page. */
const pages: Record<string, string> = {
  mobile: '/settings/mobile',
  email: '/settings/email',
  authenticator: '/settings/authenticator',
  passkey: '/settings/passkeys',
  recovery_email: '/settings/recovery-email',
  recovery_link: '/settings/recovery-link/keep',
}

interface PendingChangesProps {
  /** `takes_effect_at` is ISO 8601. */
  pending_changes: readonly { way: string; becomes: string | null; takes_effect_at: string }[]
  time_zone: string | null
}

/** The pending changes of the account and how to stop them, because somebody else may have requested them. */
export const PendingChanges = ({ pending_changes, time_zone: timeZone }: PendingChangesProps) => {
  const { t, i18n } = useTranslation()
  return pending_changes.map(({ way, becomes, takes_effect_at }) => {
    const [kind, path] = way in pages ? [way, pages[way]] : ['platform', `/settings/third-party/${way}`]
    const time = momentIn(i18n.language, timeZone, takes_effect_at)
    const text = t(`settings.pending.${kind}.${becomes === null ? 'removal' : 'replacement'}`, { time })
    return (
      <div className="problem" key={`${way} ${takes_effect_at}`}>
        <p>
          {text}
          <br />
          <a href={path}>
            {t('settings.see_or_stop')}
            <span className="unseen"> {text}</span>
          </a>
        </p>
      </div>
    )
  })
}
