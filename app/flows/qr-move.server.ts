import { defineFlow } from './define-flow.server'
import { shownQrCode } from './shown-qr-code.server'

/** Moves a sign-in method to this account by a QR code that this browser shows. */
export const qrMove = defineFlow({
  name: 'qr-move',
  minutes: 15,
  start: '/settings/move',
  done: { path: '/settings', notice: 'qr_moved' },
  steps: { code: { path: '/settings/move/code', schema: shownQrCode } },
})
