import type { SignatureRefusal } from './signing'

/** The account API gave no usable answer. The cause is for the log and is never shown. */
export class UpstreamFailure extends Error {
  /** Why a signature was refused, if the account API says so. */
  readonly refused: SignatureRefusal | undefined

  constructor(
    readonly call: string,
    readonly kind: 'unreachable' | 'timeout' | 'left' | 'status' | 'malformed' | 'form_token' | 'signature' | 'absent',
    readonly logId: string,
    { cause, refused }: { cause?: unknown; refused?: SignatureRefusal | undefined } = {},
  ) {
    super(`${call}: ${kind}`, { cause })
    this.name = 'UpstreamFailure'
    this.refused = refused
  }
}
