import { useTranslation } from 'react-i18next'

interface ScopeTextProps {
  scope: string
  isSensitive: boolean
  /** What the application would learn of the account, or the part that tells most. Null: nothing is there, or nobody is signed in. */
  value: string | null
}

/** What an application asks for: all of it in words, and the value of the person where there is one. */
export const ScopeText = ({ scope, isSensitive, value }: ScopeTextProps) => {
  const { t } = useTranslation()
  return (
    <>
      {t(`authorisation.scope.${scope}`)}
      {isSensitive && <strong>{` ·\u00A0${t('authorise.sensitive')}`}</strong>}
      <br />
      <span className="hint">
        {t(`authorisation.about.${scope}`)}
        {value !== null && (
          <>
            <br />
            {value}
          </>
        )}
      </span>
    </>
  )
}
