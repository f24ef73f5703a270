import { qrMovePage } from '~/qr/qr-move-page.server'

// The picture of the QR code that this browser has asked for.
export const loader = qrMovePage.picture
