import { qrMovePage } from '~/qr/qr-move-page.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrMovePage.status
