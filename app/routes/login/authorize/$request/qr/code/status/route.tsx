import { qrRequestPage } from '~/qr/qr-request-page.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrRequestPage.status
