import { useTranslation } from 'react-i18next'

/** The link back from a settings page; the last thing on the page. */
export const BackToSettings = () => (
  <p className="back">
    <a href="/settings">{useTranslation().t('settings.back')}</a>
  </p>
)
