import { useTranslation } from 'react-i18next'

interface ScopeTextProps {
  scope: string
  isSensitive: boolean
  /** What the application would learn, where that is known. */
  value: string | null
}

/** What a scope gives to an application. */
export const ScopeText = ({ scope, isSensitive, value }: ScopeTextProps) => {
  const { t } = useTranslation()
  return (
    <>
      {t(`authorisation.scope.${scope}`)}
      {isSensitive && <strong> {t('authorise.sensitive')}</strong>}
      <br />
      <span className="hint">{value ?? t(`authorisation.about.${scope}`)}</span>
    </>
  )
}
