import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import type { FlashName } from '~/navigation/flash/flash-names'
import { Button } from '~/ui/button'
import { isWaiting, type QrStatus } from './qr-status'
import { LeaveStill, ShownQrCode } from './shown-qr-code'

interface QrCodePageProps {
  /** The page, its code and the code's state, as its loader returns them. */
  view: {
    here: string
    status: QrStatus
    notice: FlashName | null
    typeAt: string
    letters: string | null
    number: number | null
    refreshSeconds?: number
  }
  /** The message keys of a state, if they differ from `qr.code.title_<status>` and `qr.code.<status>`. */
  title?: string | undefined
  text?: string | undefined
  /** Shown above the text. */
  facts?: ReactNode
  /** True if the island must not send the form, because the page has more to say than that the code is confirmed. */
  isSentByHand?: boolean
  /** The buttons, when nothing is left to wait for. */
  children?: ReactNode
  after: ReactNode
}

/** The page of a QR code, until a phone has confirmed it, and after that. */
export const QrCodePage = ({ view, title, text, facts, isSentByHand = false, children, after }: QrCodePageProps) => {
  const { t } = useTranslation()
  const { here, status, notice, number, refreshSeconds, typeAt, letters } = view
  const waits = isWaiting(status)
  const island = waits && <span data-island="qr" data-status={status} />
  return (
    <FormPage
      page={usePageForm()}
      title={title ?? (status === 'new' ? 'qr.code.title' : `qr.code.title_${status}`)}
      notice={notice}
      lead={
        <>
          {status === 'new' && <ShownQrCode here={here} typeAt={typeAt} letters={letters} />}
          {facts}
          <p role="status">
            {t(text ?? (waits && number === null ? `qr.code.${status}_only` : `qr.code.${status}`))}{' '}
            {waits && number !== null && <strong className="to-compare">{number}</strong>}
          </p>
          {isSentByHand && island}
        </>
      }
      after={
        <>
          {waits && refreshSeconds !== undefined && <LeaveStill here={here} />}
          {after}
        </>
      }
    >
      {!isSentByHand && island}
      {waits && <Button text="qr.code.done" />}
      {children ?? (!waits && <Button text="qr.code.another" name="another" />)}
    </FormPage>
  )
}
