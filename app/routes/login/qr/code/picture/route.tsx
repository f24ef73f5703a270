import { qrSignIn } from '~/features/qr/qr-sign-in.server'

// The picture of the QR code that this browser has asked for.
export const loader = qrSignIn.picture
