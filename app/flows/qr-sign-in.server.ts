import { z } from 'zod'
import { defineFlow } from './define-flow.server'

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
      schema: z.object({
        token: z.string(),
        url: z.string(),
        letters: z.string(),
        number: z.number(),
        shownAtMs: z.number(),
        /** The return address, which the code was asked for with. */
        next: z.string().optional(),
      }),
    },
  },
})
