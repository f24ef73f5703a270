import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Channel } from '#settings/vendors/telemetry'
import { Batches } from './batches'
import { type Heartbeat, isSampled, type TelemetryEvent, type VisitEvent } from './events'
import { codes, type Failed } from './failure'
import { Identity, type Sender } from './identity'
import { Seldom } from './seldom'
import { Transport } from './transport'
import { newVisit, type Random } from './visit'

/** Constants of the specification, section 9, analytics. */
const version = '5.3.5 oversea'
const appIds = { cn: 3053, oversea: 3297 } as const
const usualChannel: Channel = 'us_east'
const postTimeoutMs = 30_000
const heartbeatMs = 60_000

/** How long a stop of the process waits for remaining events. */
const stopGraceMs = 1000
/** The maximum number of visits counted between two heartbeats. */
const mostCounted = 100_000

const accepted = z.object({})

export interface TelemetrySettings {
  url: URL | undefined
  channel: Channel | undefined
  /** The size from which a post is compressed. */
  gzipBytes?: number | undefined
  isInChina: boolean
}

/**
 * Telemetry by the settings. Undefined without an address, so nothing is recorded.
 * @param random draws the ids of visits, and a web id that is made locally
 */
export const createTelemetry = (
  { url, channel, gzipBytes, isInChina }: TelemetrySettings,
  log: Logger,
  random: Random = randomBytes,
): Telemetry | undefined => {
  if (url) {
    log.info({ to: url.origin }, 'telemetry is on')
    const app_id = isInChina ? appIds.cn : appIds.oversea
    const transport = new Transport(url, gzipBytes)
    return new Telemetry({ transport, sender: { app_id, version, channel: channel ?? usualChannel }, log, random })
  }
  if (channel !== undefined)
    log.warn({ code: codes.noUrl }, 'TELEMETRY_CHANNEL is set without TELEMETRY_URL, so no telemetry is sent')
  return undefined
}

/** Records events, and sends them in the background. Only {@link stop} waits. */
export class Telemetry {
  readonly #log: Logger
  readonly #random: Random
  readonly #sender: Sender
  readonly #transport: Transport
  readonly #identity: Identity
  readonly #batches: Batches<TelemetryEvent>
  readonly #seldom = new Seldom()
  readonly #heart: ReturnType<typeof setInterval>
  readonly #seen = new Set<string>()
  #dropped = 0

  constructor({
    transport,
    sender,
    log,
    random,
  }: {
    transport: Transport
    sender: Sender
    log: Logger
    random: Random
  }) {
    this.#log = log
    this.#random = random
    this.#sender = sender
    this.#transport = transport
    const onFailure = this.#noteFailure.bind(this)
    this.#identity = new Identity({ transport, sender, random, onFailure })
    this.#batches = new Batches({ deliver: this.#deliver.bind(this), onFailure, onDrop: this.#noteDrop.bind(this) })
    this.#heart = setInterval(() => this.#beat(), heartbeatMs).unref()
  }

  newVisit(): string {
    return newVisit(this.#random)
  }

  /** Counts a visit that had a request. */
  see(visit: string): void {
    if (this.#seen.size < mostCounted) this.#seen.add(visit)
  }

  /** Records an event, if its visit and its kind are sampled. Without a visit, only kinds that are always recorded. */
  record(event: Omit<VisitEvent, 'at'>): void {
    if (isSampled(event.session ?? '', event.kind)) this.#batches.add({ ...event, at: Date.now() })
  }

  /** Sends the remaining events, for a second at most. */
  async stop(): Promise<void> {
    clearInterval(this.#heart)
    this.#identity.waitNoLonger()
    await this.#batches.stop(stopGraceMs)
    this.#transport.close()
  }

  #beat(): void {
    const beat: Heartbeat = { kind: 'heartbeat', at: Date.now(), sessions: this.#seen.size }
    this.#seen.clear()
    this.#batches.add(beat)
  }

  async #deliver(events: TelemetryEvent[], batch: string, signal: AbortSignal): Promise<Failed | undefined> {
    const web_id = await this.#identity.webId(signal)
    const token = await this.#identity.token(signal)
    if (!token.ok) return { ...token, isFinal: false }
    const body = { ...this.#sender, web_id, batch, events }
    const post = { body, schema: accepted, timeoutMs: postTimeoutMs, token: token.data, signal }
    const posted = await this.#transport.post('list', post)
    if (posted.ok) {
      this.#log.debug({ events: events.length }, 'telemetry was sent')
      return undefined
    }
    if (posted.status === 401) this.#identity.forgetToken()
    return posted
  }

  #noteFailure({ code, reason, status }: Failed): void {
    this.#log.debug({ code, reason, status }, 'a post of telemetry failed')
    const times = this.#seldom.timesUntold(String(code))
    if (times > 0) this.#log.warn({ code, reason, status, times }, 'telemetry could not be sent')
  }

  #noteDrop(count: number): void {
    this.#dropped += count
    if (this.#seldom.timesUntold('dropped') === 0) return
    this.#log.warn({ code: codes.notSent, dropped: this.#dropped }, 'telemetry events were dropped')
    this.#dropped = 0
  }
}
