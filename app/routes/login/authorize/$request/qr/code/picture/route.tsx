import { qrRequestPage } from '~/qr/qr-request-page.server'

// The picture of the QR code that this browser has asked for.
export const loader = qrRequestPage.picture
