import { useTranslation } from 'react-i18next'
import type { AppEvent } from '#contract/terms/app-link'

interface BackToAppProps {
  scheme: string
  event: AppEvent
  /** A message key. */
  text?: string
}

/** The link back to the host app, which reports what has happened here. */
export const BackToApp = ({ scheme, event, text = 'hostApp.back' }: BackToAppProps) => {
  const { t } = useTranslation()
  return (
    <p className="back">
      <a href={`/login/app/back?${new URLSearchParams({ scheme, event })}`}>{t(text)}</a>
    </p>
  )
}
