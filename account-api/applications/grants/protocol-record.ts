import type { AskedScope } from '#contract/applications/open-scopes'

/** The models of the protocol's library whose records are stored here. */
export type Model = string

export type Payload = Record<string, unknown>

export interface ProtocolRecord {
  payload: Payload
  /** When it was used up. Null: it is unused. */
  consumedAt: number | null
}

/** The current state of a grant of the protocol. */
export interface LivingGrant {
  payload: Payload
  scopes: readonly AskedScope[]
  declined: readonly AskedScope[]
}

/** The request of a device that shows its user code and waits for the person. */
export interface WaitingDevice {
  hash: string
  payload: Payload
  expiresAt: number
}
