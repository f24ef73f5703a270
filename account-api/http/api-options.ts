import type { Logger } from 'pino'
import type { Service } from '../domain/service'

/** What the HTTP server of the account API needs. */
export interface ApiOptions {
  service: Service
  /** The application that may call: its id and its key ring. A signature by any key of the ring is good. */
  application: { aid: string; keys: readonly string[] }
  log: Logger
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Whether messages can be read at /outbox. Never in production. */
  readableOutbox: boolean
  /** The clock for checking signatures, in milliseconds since the epoch. */
  signatureClock: () => number
}
