import { useTranslation } from 'react-i18next'

/** The way back from a page about one thing of the account; it stands last on the page. */
export const BackToSettings = () => (
  <p className="back">
    <a href="/settings">{useTranslation().t('settings.back')}</a>
  </p>
)
