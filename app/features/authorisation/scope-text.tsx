import { useTranslation } from 'react-i18next'

interface ScopeTextProps {
  scope: string
  isSensitive: boolean
  /**
   * The value that the application would learn of the account, or its most telling part. Null: there is none, or nobody
   * is signed in.
   */
  value: string | null
  /** The person is signed in, so that what the account does not have is said. */
  isOwn?: boolean
}

/** What an account may have none of. */
const mayLack = ['email', 'mobile', 'mobile_plain']

/** A scope that an application asks for: in words, with the person's value if there is one. */
export const ScopeText = ({ scope, isSensitive, value, isOwn = false }: ScopeTextProps) => {
  const { t } = useTranslation()
  const none = isOwn && mayLack.includes(scope) ? t('authorise.none') : null
  return (
    <>
      {t(`authorisation.scope.${scope}`, { defaultValue: scope })}
      {isSensitive && <strong>{t('authorise.sensitive')}</strong>}
      <br />
      <span className="hint">
        {t(`authorisation.about.${scope}`, { defaultValue: '' })}
        {(value ?? none) !== null && (
          <>
            <br />
            {value ?? none}
          </>
        )}
      </span>
    </>
  )
}
