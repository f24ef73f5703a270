import { useTranslation } from 'react-i18next'
import { FieldFrame } from '~/forms/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { dayIn } from '~/i18n/dates'

interface UsernameFieldProps {
  field: PageField
  /** The account still has the username that it was registered with. */
  isDefault: boolean
  /** No change is left for now. */
  isFixed: boolean
  remaining: number
  resetsAt: string | null
  timeZone: string | null
  /** The pending username. */
  held: string | null
  /** Free usernames to choose from. */
  recommended: string[]
}

/** The username, the changes left, and others to choose from when there is a reason to. */
export const UsernameField = ({
  field,
  isDefault,
  isFixed,
  remaining,
  resetsAt,
  timeZone,
  held,
  recommended,
}: UsernameFieldProps) => {
  const { t, i18n } = useTranslation()
  const day = resetsAt === null ? '' : dayIn(i18n.language, timeZone, resetsAt)
  const changes = isDefault
    ? t('profile.username_default')
    : isFixed
      ? t('profile.username_fixed', { day })
      : t(resetsAt === null ? 'profile.username_changes' : 'profile.username_changes_until', { count: remaining, day })
  const ids = [
    'username-hint',
    ...(field.error ? ['username-error'] : []),
    'username-changes',
    ...(held === null ? [] : ['username-held']),
  ]
  const offers = (isDefault || field.error) && !isFixed ? recommended : []
  return (
    <FieldFrame field={field} label="settings.username" hint="field.username.hint">
      <input
        id={field.name}
        name={field.name}
        type="text"
        defaultValue={field.value}
        readOnly={isFixed}
        autoComplete="username"
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={ids.join(' ')}
        {...(field.error && { 'aria-invalid': true })}
      />
      <p className="hint" id="username-changes">
        {changes}
      </p>
      {held !== null && (
        <p className="hint" id="username-held">
          {t('profile.username_held', { username: held })}
        </p>
      )}
      {offers.length > 0 && (
        <p className="hint offers">
          {t('profile.recommended')}{' '}
          {offers.map((name) => (
            <span key={name}>
              <input type="submit" name="fill_username" value={name} className="button quiet" />{' '}
            </span>
          ))}
        </p>
      )}
    </FieldFrame>
  )
}
