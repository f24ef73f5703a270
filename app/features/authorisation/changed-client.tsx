import { useTranslation } from 'react-i18next'
import type { ChangedSince } from '#contract/applications/open-fields'

/** What has changed about an application since its person agreed, as the reason for asking again. */
export const ChangedClient = ({
  info: { client, changed, returns_to: place },
}: {
  info: { client: { name: string; owner: string | null }; changed: ChangedSince[]; returns_to?: string | undefined }
}) => {
  const { t } = useTranslation()
  if (changed.length === 0) return null
  const now = { name: client.name, owner: client.owner, place: place ?? null }
  return (
    <div className="notice">
      <p>{t('authorise.changed.title')}</p>
      <ul>
        {changed.map(({ what, was }) => (
          <li key={what}>
            {t(`authorise.changed.${what}`, {
              was: was ?? t('authorise.changed.operator'),
              now: now[what] ?? t('authorise.changed.operator'),
            })}
          </li>
        ))}
      </ul>
      <p>{t('authorise.changed.advice')}</p>
    </div>
  )
}
