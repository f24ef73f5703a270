import { z } from 'zod'
import { qrEnds, qrPurposes } from './qr'

const noData = z.object({})

/** The failures of QR codes. */
export const qrErrors = {
  /** The QR code does not exist, or has expired. */
  no_such_qrcode: { number: 1940, status: 404, data: noData },
  /** The QR code has ended in this way, or another session has scanned it. */
  qrcode_over: { number: 1941, status: 409, data: z.object({ state: z.enum(qrEnds) }) },
  /** The other screen shows another number. The QR code has ended. */
  qrcode_wrong_number: { number: 1942, status: 400, data: noData },
  /** `for`: the purpose of the QR code. Only the calls of that purpose accept it. */
  qrcode_for_other: { number: 1980, status: 409, data: z.object({ purpose: z.enum(qrPurposes) }) },
  /** A method cannot move to its own account. */
  qrcode_of_own_account: { number: 1981, status: 409, data: noData },
  /** The proof is not enough to move a third-party identity, and the move cannot wait. */
  qrcode_move_unproven: { number: 1982, status: 409, data: noData },
} as const
