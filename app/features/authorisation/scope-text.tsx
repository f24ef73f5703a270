import { useTranslation } from 'react-i18next'

interface ScopeTextProps {
  scope: string
  isSensitive: boolean
  /**
   * The value that the application would learn of the account, or its most telling part. Null: there is none, or nobody
   * is signed in.
   */
  value: string | null
}

/** A scope that an application asks for: in words, with the person's value if there is one. */
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
