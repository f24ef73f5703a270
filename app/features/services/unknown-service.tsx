import { useTranslation } from 'react-i18next'
import { LinkRows } from '~/ui/link-list'

/** The text that replaces a redirect to an address that is not registered. */
export const UnknownService = () => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('service.unknown.title')}</h1>
      <p>{t('service.unknown.text')}</p>
      <LinkRows links={{ '/settings': 'service.unknown.settings' }} />
    </>
  )
}
