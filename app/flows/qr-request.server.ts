import { defineFlow } from './define-flow.server'
import { shownQrCode } from './shown-qr-code.server'

/** Answers a request of an application by a QR code that this browser shows. */
export const qrRequest = defineFlow({
  name: 'qr-request',
  minutes: 15,
  start: '/login/authorize/$request/qr',
  // Whatever stands in the address: the answer comes next.
  done: () => ({ path: '/login/authorize/$request' }),
  steps: { code: { path: '/login/authorize/$request/qr/code', schema: shownQrCode } },
})
