import { z } from 'zod'

/** The failures of QR codes for requests of applications. */
export const openQrErrors = {
  /** The application expects a person other than the one who scanned the code. */
  open_request_for_other: { number: 2060, status: 409, data: z.object({}) },
} as const
