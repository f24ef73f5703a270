import type { Logger } from 'pino'
import type { Application } from '../../contract/signing'
import type { Service } from '../domain/service'

/** What the HTTP server of the account API needs. */
export interface ApiOptions {
  service: Service
  application: Application
  log: Logger
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Whether messages can be read at /outbox. Never in production. */
  readableOutbox: boolean
  /** The clock for checking signatures, in milliseconds since the epoch. */
  signatureClock: () => number
}
