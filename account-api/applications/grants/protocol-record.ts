import type { AskedScope } from '#contract/applications/open-scopes'

/** The models of the protocol's library whose records are kept here. */
export type Model = string

export type Payload = Record<string, unknown>

export interface ProtocolRecord {
  payload: Payload
  /** When it was used up. Null: it is unused. */
  consumedAt: number | null
}

/** The present state of a grant of the protocol. */
export interface LivingGrant {
  payload: Payload
  authorisationId: string
  scopes: readonly AskedScope[]
  declined: readonly AskedScope[]
}

/** The request of a device that is waiting for its person, to whom it shows its user code. */
export interface WaitingDevice {
  hash: string
  payload: Payload
  expiresAt: number
}
