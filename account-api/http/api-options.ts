import type { Logger } from 'pino'
import type { Application } from '../../contract/signing'
import type { Service } from '../domain/service'

/** What the HTTP side of the account API is made with. */
export interface ApiOptions {
  service: Service
  application: Application
  log: Logger
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Whether messages can be read at /outbox: never in production. */
  readableOutbox: boolean
  /** The clock that signatures are checked by, in milliseconds since the epoch. */
  signatureClock: () => number
}
