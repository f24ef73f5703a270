import { z } from 'zod'
import { defineFlow } from './define-flow.server'
import { shownQrCode } from './shown-qr-code.server'

/** Signs in by a QR code that this browser shows. Its cookie holds the half of the code that nobody else has. */
export const qrSignIn = defineFlow({
  name: 'qr-sign-in',
  minutes: 15,
  start: '/login/qr',
  done: '/settings',
  signsIn: true,
  steps: {
    code: {
      path: '/login/qr/code',
      // The return address, which the code was asked for with.
      schema: shownQrCode.extend({ next: z.string().optional() }),
    },
  },
})
