import { useTranslation } from 'react-i18next'
import type { Advice } from './advice'

/** The advice for the account. Renders nothing without advice. */
export const AdviceList = ({ advice }: { advice: Advice[] }) => {
  const { t } = useTranslation()
  if (advice.length === 0) return null
  return (
    <div className="notice">
      <h2>{t('settings.advice.title')}</h2>
      {advice.map(({ why, path, link }) => (
        <p key={why}>
          {t(why)}
          <br />
          <a href={path}>{t(link)}</a>
        </p>
      ))}
    </div>
  )
}
