import { qrRequest } from '~/features/qr/qr-request.server'

// The picture of the QR code that this browser has asked for.
export const loader = qrRequest.picture
