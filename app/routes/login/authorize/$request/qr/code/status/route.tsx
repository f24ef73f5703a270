import { qrRequest } from '~/features/qr-codes/qr-request.server'

// The state of the QR code of this browser, for the island of its page.
export const loader = qrRequest.status
