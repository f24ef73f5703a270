import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrSignIn.status
