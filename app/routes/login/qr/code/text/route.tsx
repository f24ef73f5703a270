import type { PageHandle } from '~/document/page-handle'
import { QrCodeText } from '~/features/qr-codes/qr-code-text'
import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'

// The QR code in block characters, for browsers that show no pictures.
export const handle: PageHandle = { title: 'qr.text_page.title' }

export const loader = qrSignIn.text

export default QrCodeText
