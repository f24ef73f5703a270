import { useTranslation } from 'react-i18next'

interface ScopeTextProps {
  scope: string
  isSensitive: boolean
  /** What the application would learn. Null: nothing is there, or nobody is signed in. */
  value: string | null
}

/** What an application asks for: in words, and with the value of the person where there is one. */
export const ScopeText = ({ scope, isSensitive, value }: ScopeTextProps) => {
  const { t } = useTranslation()
  return (
    <>
      {t(`authorisation.scope.${scope}`)}
      {isSensitive && <strong>{`\u00A0· ${t('authorise.sensitive')}`}</strong>}
      <br />
      <span className="hint">{value ?? t(`authorisation.about.${scope}`)}</span>
    </>
  )
}
