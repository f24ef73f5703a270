import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

interface ShownQrCodeProps {
  /** The page of the code. Its picture and its text have pages below that. */
  here: string
  /** The host and path at which the letters are typed. */
  typeAt: string
  /** Null: the code can only be scanned. */
  letters: string | null
}

/** A QR code for a phone: its picture, and an alternative for devices without a camera. */
export const ShownQrCode = ({ here, typeAt, letters }: ShownQrCodeProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <img className="picture" src={`${here}/picture`} alt={t('qr.code.picture')} width={200} height={200} />
      </p>
      {letters === null ? (
        <p>{t('qr.code.scan_only')}</p>
      ) : (
        <>
          <p>
            <Breakable text={t('qr.code.type', { address: typeAt })} address={typeAt} />
          </p>
          <p>
            <strong className="to-compare">{letters}</strong>
          </p>
        </>
      )}
      <p>
        <a href={`${here}/text`}>{t('qr.code.as_text')}</a>
      </p>
    </>
  )
}

/** A text with an address. Lines may break after a slash, but not inside a word. */
const Breakable = ({ text, address }: { text: string; address: string }) => {
  const [before, ...after] = text.split(address)
  const parts = address.split('/')
  return (
    <>
      {before}
      {parts.map((part, nth) => (
        <Fragment key={part}>
          {part}
          {nth < parts.length - 1 && '/'}
          {nth < parts.length - 1 && <wbr />}
        </Fragment>
      ))}
      {after.join(address)}
    </>
  )
}

/**
 * The link to a page that does not reload itself, for browsers without script, because reloading interrupts a screen
 * reader.
 */
export const LeaveStill = ({ here }: { here: string }) => (
  <noscript>
    <p className="apart">
      <a href={`${here}?still=1`}>{useTranslation().t('qr.code.still')}</a>
    </p>
  </noscript>
)
