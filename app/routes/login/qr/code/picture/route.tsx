import { qrSignInPage } from '~/qr/qr-sign-in-page.server'

// The picture of the QR code that this browser has asked for.
export const loader = qrSignInPage.picture
