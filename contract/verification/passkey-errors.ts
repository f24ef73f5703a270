import { z } from 'zod'

const noData = z.object({})

/** The failures of calls about passkeys. */
export const passkeyErrors = {
  /**
   * The browser's answer proves nothing: another site or another challenge, no user verification, a wrong signature, a
   * counter that went back, or a passkey of no account or of another one. All of them get the same answer.
   */
  passkey_refused: { number: 1125, status: 400, data: noData },
  /** The account has the maximum number of passkeys. */
  too_many_passkeys: { number: 1126, status: 409, data: z.object({ most: z.number().int() }) },
  no_such_passkey: { number: 1127, status: 404, data: noData },
  /** Browsers offer no passkeys at the public URL of this deployment: it is an IP address, or plain HTTP. */
  passkeys_not_offered: { number: 1128, status: 409, data: noData },
} as const
