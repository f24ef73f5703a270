interface Refusal {
  isFinal?: boolean
  isRecipientUnknown?: boolean
  retryAfterMs?: number | undefined
}

/** A refusal by a server or a gateway. Its message is logged, and must not identify the recipient. */
export class NotAccepted extends Error {
  /** True when the same message would be refused at every further attempt. */
  readonly isFinal: boolean

  /** True when the address has no recipient whom the message could reach. */
  readonly isRecipientUnknown: boolean
  /** The requested delay before the next attempt, in milliseconds. Undefined: none was given. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { isFinal = false, isRecipientUnknown = false, retryAfterMs }: Refusal = {}) {
    super(message)
    this.isFinal = isFinal
    this.isRecipientUnknown = isRecipientUnknown
    this.retryAfterMs = retryAfterMs
  }
}

/** The reason of a failed delivery for the log, without the text of the answer, which may repeat an address. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof NotAccepted) return error.message
  const { name, code, originalCode, responseCode, cause } = error as {
    name?: string
    code?: unknown
    /** The cause that the mail library found, if its own code is only ESOCKET. */
    originalCode?: unknown
    responseCode?: number
    cause?: { code?: unknown }
  }
  if (name === 'TimeoutError') return 'ETIMEDOUT'
  const known = [originalCode, code, cause?.code].find((each) => typeof each === 'string') ?? name ?? 'refused'
  return responseCode === undefined ? String(known) : `${known} ${responseCode}`
}

/**
 * True for the error of a connection whose certificate or TLS failed: OpenSSL's verification results, and Node.js'
 * codes.
 */
export const isOfTls = (reason: string): boolean =>
  /CERT|SELF_SIGNED|ISSUER|ALTNAME|LEAF_SIGNATURE|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|^ERR_(SSL|TLS)|^E(PROTO|TLS)\b/.test(
    reason,
  )
