import { qrRequest } from '~/features/qr-codes/qr-request.server'

// The picture of the QR code that this browser has requested.
export const loader = qrRequest.picture
