import { qrSignIn } from '~/features/qr-codes/qr-sign-in.server'

// The picture of the QR code that this browser has requested.
export const loader = qrSignIn.picture
