import { qrMove } from '~/features/qr-codes/qr-move.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrMove.status
