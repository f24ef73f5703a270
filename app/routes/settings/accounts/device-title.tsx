import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clientText } from '~/features/activity/client-text'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'

interface Device {
  name: string | null
  client: { browser: string; system: string }
}

/** The title of a device: the name that its person chose, otherwise its browser. */
export const deviceText = (t: TFunction, { name, client }: Device): string => name ?? clientText(t, client)

/** A device by its name, always with its browser, because a thief can name a device, too. */
export const DeviceTitle = (device: Device) => {
  const { t } = useTranslation()
  return (
    <>
      <strong>{deviceText(t, device)}</strong>
      {device.name !== null && (
        <>
          <br />
          {clientText(t, device.client)}
        </>
      )}
    </>
  )
}

const namingPage = '/settings/sessions/name'

/** A line with the link to the page that names a device, if there is one. Its label distinguishes it from others. */
export const NameLink = ({ of, device }: { of: Record<string, string>; device: Device }) => {
  const { t } = useTranslation()
  if (!useIsOpen()(namingPage)) return null
  return (
    <>
      <br />
      <a
        href={`${namingPage}?${new URLSearchParams(of)}`}
        aria-label={t('sessions.name_one', { client: deviceText(t, device) })}
      >
        {t('sessions.name_it')}
      </a>
    </>
  )
}
