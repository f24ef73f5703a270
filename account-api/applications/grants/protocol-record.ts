import type { OpenScope } from '../../../contract/applications/open-scopes'

/** The models of the protocol's library whose records are kept here. */
export type Model = string

export type Payload = Record<string, unknown>

export interface ProtocolRecord {
  payload: Payload
  /** When it was used up. Null: it was not. */
  consumedAt: number | null
}

/** What a grant of the protocol stands for now. */
export interface LivingGrant {
  payload: Payload
  authorisationId: string
  scopes: readonly OpenScope[]
  declined: readonly OpenScope[]
}

/** The request of a device that waits for the person to whom it shows its user code. */
export interface WaitingDevice {
  hash: string
  payload: Payload
  expiresAt: number
}
