import { useTranslation } from 'react-i18next'

/** The link back from a page of the account help; the last thing on the page. */
export const BackToHelp = () => (
  <p className="back">
    <a href="/account-help">{useTranslation().t('help.back')}</a>
  </p>
)
