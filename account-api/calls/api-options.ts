import type { Logger } from 'pino'
import type { Protocol } from '#account-api/applications/protocol/protocol'
import type { Metrics } from '#account-api/http/metrics'
import type { Service } from '#account-api/operator/service'
import type { Draining } from '#process/draining'
import type { Recording } from './recording'

/** The options of the HTTP server of the account API. */
export interface ApiOptions {
  service: Service
  /**
   * The application of the settings: its id and its key ring. A signature by any key of the ring is accepted.
   * Applications that the operator registers may make calls too.
   */
  application: { aid: string; keys: readonly string[] }
  log: Logger
  /** Throws when the database cannot be written to. */
  probe(): Promise<void>
  /** Counts calls for /metrics. Default: the API's own. */
  readableOutbox: boolean
  /** Records calls for /metrics. Default: the API's own. */
  metrics?: Metrics
  /** Records what calls do. Default: the API's own, without an audit log. */
  recording?: Recording
  /** The clock for checking signatures, in milliseconds since the epoch. */
  signatureClock: () => number
  /** The protocol of open authorisation. Default: the API's own. */
  protocol?: Protocol
  /** Called when the server is about to stop. */
  draining?: Draining
}

/** The options, with defaults filled in. */
export type ServedOptions = ApiOptions & Required<Pick<ApiOptions, 'protocol' | 'recording'>>
