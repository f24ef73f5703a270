import { qrSignInPage } from '~/qr/qr-sign-in-page.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrSignInPage.status
