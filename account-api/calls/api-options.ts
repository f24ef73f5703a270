import type { Logger } from 'pino'
import type { Draining } from '../../lifecycle/draining'
import type { Protocol } from '../applications/protocol/protocol'
import type { Service } from '../closing/service'
import type { Metrics } from '../http/metrics'

/** What the HTTP server of the account API needs. */
export interface ApiOptions {
  service: Service
  /**
   * The application of the settings: its id and its key ring. A signature by any key of the ring is good. Those that the
   * operator registers may call, too.
   */
  application: { aid: string; keys: readonly string[] }
  log: Logger
  /** Throws when the database takes no write. */
  probe(): Promise<void>
  /** Whether messages can be read at /outbox. Never in production. */
  readableOutbox: boolean
  /** Where calls are noted, for /metrics. By default they are the API's own. */
  metrics?: Metrics
  /** The clock for checking signatures, in milliseconds since the epoch. */
  signatureClock: () => number
  /** The protocol of open authorisation. By default it is the API's own. */
  protocol?: Protocol
  /** Told when the server is going to stop. */
  draining?: Draining
}
