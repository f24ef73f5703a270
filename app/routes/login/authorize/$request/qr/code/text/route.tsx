import type { PageHandle } from '~/document/page-handle'
import { QrCodeText } from '~/features/qr-codes/qr-code-text'
import { qrRequest } from '~/features/qr-codes/qr-request.server'

// The QR code in block characters, for browsers that show no pictures.
export const handle: PageHandle = { title: 'qr.text_page.title' }

export const loader = qrRequest.text

export default QrCodeText
