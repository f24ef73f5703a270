import { useTranslation } from 'react-i18next'
import { clientText } from '~/features/activity/client-text'

interface DeviceTitleProps {
  name: string | null
  client: { browser: string; system: string }
}

/** A device by the name that its person gave it. Its browser stays beside that: a thief can name a device, too. */
export const DeviceTitle = ({ name, client }: DeviceTitleProps) => {
  const { t } = useTranslation()
  return (
    <>
      <strong>{name ?? clientText(t, client)}</strong>
      {name !== null && (
        <>
          <br />
          {clientText(t, client)}
        </>
      )}
    </>
  )
}

/** The link to the page that names a device. Its label tells several of them apart. */
export const NameLink = ({ of, name, client }: DeviceTitleProps & { of: Record<string, string> }) => {
  const { t } = useTranslation()
  return (
    <a
      href={`/settings/sessions/name?${new URLSearchParams(of)}`}
      aria-label={t('sessions.name_one', { client: name ?? clientText(t, client) })}
    >
      {t('sessions.name_it')}
    </a>
  )
}
