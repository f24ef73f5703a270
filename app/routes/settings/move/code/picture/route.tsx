import { qrMove } from '~/features/qr-codes/qr-move.server'

// The picture of the QR code that this browser has requested.
export const loader = qrMove.picture
