import { useTranslation } from 'react-i18next'
import { useLoaderData } from '~/framework'
import type { QrText } from './qr-page.server'

/** The page of a QR code in block characters, for browsers that show no pictures. */
export const QrCodeText = () => {
  const { t } = useTranslation()
  const { here, text, onLight, hasLetters } = useLoaderData<QrText>()
  return (
    <>
      <h1>{t('qr.text_page.title')}</h1>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be wider than the screen, and scrolls by keyboard then. */}
      <pre tabIndex={0}>{text}</pre>
      <p>
        <a href={onLight ? `${here}/text` : `${here}/text?light=1`}>{t('qr.text_page.otherwise')}</a>
      </p>
      <p className="back">
        <a href={here}>{t(hasLetters ? 'qr.text_page.back' : 'qr.text_page.back_only')}</a>
      </p>
    </>
  )
}
