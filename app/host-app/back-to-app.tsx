import { useTranslation } from 'react-i18next'
import type { AppEvent } from '../../contract/app-link'

/** The way back to the host app, which tells it what has happened here. */
export const BackToApp = ({ scheme, event }: { scheme: string; event: AppEvent }) => {
  const { t } = useTranslation()
  return (
    <p>
      <a href={`/login/app/back?${new URLSearchParams({ scheme, event })}`}>{t('hostApp.back')}</a>
    </p>
  )
}
