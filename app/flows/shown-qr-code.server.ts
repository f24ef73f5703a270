import { z } from 'zod'

/** A QR code that this browser shows. */
export const shownQrCode = z.object({
  /** The half of the code that nobody else has. */
  token: z.string(),
  url: z.string(),
  letters: z.string(),
  number: z.number(),
  shownAtMs: z.number(),
})
