import { randomUUID } from 'node:crypto'
import type { Failed } from './failure'

/** The size of a batch, and the wait for one that is not full (spec section 9, monitoring). */
const batchSize = 20
const flushMs = 1000
/** The maximum number of waiting events, some 300 kB. More are dropped. */
const mostWaiting = 1000
/** After a failure, each retry waits twice as long. */
const longestWaitMs = 60_000

interface Parts<Event> {
  /** Sends a batch; the id is the same at each attempt. Never rejects. */
  deliver: (events: Event[], id: string, signal: AbortSignal) => Promise<Failed | undefined>
  onFailure: (failure: Failed) => void
  /** Called with the number of lost events. */
  onDrop: (count: number) => void
}

/** Sends events in batches, one request at a time, from a queue with a bound. */
export class Batches<Event> {
  readonly #parts: Parts<Event>
  readonly #waiting: Event[] = []
  readonly #stopping = new AbortController()
  /** The batch that is being sent, or waits for its next attempt. */
  #batch: { id: string; events: Event[] } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #failures = 0
  #isStopped = false

  constructor(parts: Parts<Event>) {
    this.#parts = parts
  }

  /** Takes an event, at once. The newest event is dropped when the queue is full. */
  add(event: Event): void {
    if (this.#isStopped || this.#waiting.length >= mostWaiting) {
      this.#parts.onDrop(1)
      return
    }
    this.#waiting.push(event)
    if (!this.#sending && !this.#batch) this.#goOn()
  }

  /** Sends the waiting events, until the grace is over. Then the remaining events are dropped. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#stopping.abort(), graceMs)
    await this.#sending
    this.#failures = 0
    while (this.#hasEvents && this.#failures === 0 && !this.#stopping.signal.aborted) await this.#send()
    clearTimeout(timer)
    const left = this.#waiting.length + (this.#batch?.events.length ?? 0)
    if (left > 0) this.#parts.onDrop(left)
  }

  get #hasEvents(): boolean {
    return this.#waiting.length > 0 || this.#batch !== undefined
  }

  /**
   * Sends now, or schedules it: a full batch at once, another one after a second, and a failed one with growing delays.
   */
  #goOn(): void {
    if (this.#isStopped || !this.#hasEvents) return
    if (this.#failures > 0) this.#plan(Math.min(flushMs * 2 ** (this.#failures - 1), longestWaitMs))
    else if (this.#waiting.length >= batchSize) this.#begin()
    else this.#plan(flushMs)
  }

  #plan(ms: number): void {
    this.#timer ??= setTimeout(() => this.#begin(), ms).unref()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending = this.#send().then(() => {
      this.#sending = undefined
      this.#goOn()
    })
  }

  async #send(): Promise<void> {
    this.#batch ??= { id: randomUUID(), events: this.#waiting.splice(0, batchSize) }
    const { id, events } = this.#batch
    const failure = await this.#parts.deliver(events, id, this.#stopping.signal)
    if (failure) this.#parts.onFailure(failure)
    if (failure && !failure.isFinal) {
      this.#failures += 1
      return
    }
    if (failure) this.#parts.onDrop(events.length)
    this.#batch = undefined
    this.#failures = 0
  }
}
