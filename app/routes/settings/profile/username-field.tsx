import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '~/forms/fields/field-frame'
import type { PageField } from '~/forms/use-page-form'
import { dayIn } from '~/i18n/dates'

interface UsernameFieldProps {
  field: PageField
  /** True if the account still has the username from its registration. */
  isDefault: boolean
  /** True if the policy allows no usernames. */
  isOff: boolean
  /** True if no change is left for now. */
  isFixed: boolean
  /** Null: the account API does not count. */
  remaining: number | null
  resetsAt: string | null
  timeZone: string | null
  held: string | null
  /** Available usernames. */
  offered: string[]
}

/** The username, and the changes left. */
export const UsernameField = ({
  field,
  isDefault,
  isOff,
  isFixed,
  remaining,
  resetsAt,
  timeZone,
  held,
  offered,
}: UsernameFieldProps) => {
  const { t, i18n } = useTranslation()
  const day = resetsAt === null ? '' : dayIn(i18n.language, timeZone, resetsAt)
  const left = resetsAt === null ? 'profile.username_changes' : 'profile.username_changes_until'
  const ofChanges = isFixed
    ? t('profile.username_fixed', { day })
    : remaining === null
      ? ''
      : t(left, { count: remaining, day })
  const ofOwn = isDefault ? t('profile.username_default') : ofChanges
  const changes = isOff ? t('profile.username_off') : ofOwn
  const ids = [
    'username-hint',
    ...(field.error ? ['username-error'] : []),
    'username-changes',
    ...(held === null ? [] : ['username-held']),
  ]
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
      <Offers names={offered} />
    </FieldFrame>
  )
}

/**
 * Available usernames. Each is a button that puts it into the field, and keeps the rest of the form. The Enter key
 * presses the first button of a form, so an unseen one that saves is before them.
 */
const Offers = ({ names }: { names: string[] }) => {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <div className="buttons">
      <p className="unseen" aria-hidden="true">
        <input type="submit" value={t('profile.submit')} tabIndex={-1} />
      </p>
      <p className="hint">{t('profile.recommended')}</p>
      {names.map((name) => (
        <Fragment key={name}>
          <input type="submit" name="fill_username" value={name} className="button quiet" />{' '}
        </Fragment>
      ))}
    </div>
  )
}
