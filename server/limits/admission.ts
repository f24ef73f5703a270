import type { Pace } from './pace'

interface AdmissionRule {
  /** The kind of work, for the pace at which work begins. */
  kind: string
  /** The number of tasks that run at once, of one client and of all clients together. */
  atOnce: { each: number; all: number }
  /** How much work of one client may wait, and of all clients together. */
  mostWaiting: { each: number; all: number }
  /** The longest wait. */
  patienceMs: number
}

/** The end of a wait: `in`, or why the work is not done. */
type End = (how: 'in' | Refusal) => void

/** Why work was not done: no capacity, or its client has disconnected. */
export type Refusal = 'busy' | 'left'

/**
 * Limits how much work runs at once, in total and for each client. Waiting work is let in client by client. So a client
 * with many requests does not delay the others. If too much waits, the client with the most waiting work loses its
 * newest.
 */
export class Admission {
  readonly #rule: AdmissionRule
  readonly #pace: Pace
  /** The waiting work of each client. The client whose turn is next comes first. */
  readonly #lines = new Map<string, Set<End>>()
  /** How many tasks of each client run. */
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(rule: AdmissionRule, pace: Pace) {
    this.#rule = rule
    this.#pace = pace
  }

  /**
   * Runs work in its turn.
   * @param client whose turn it is
   * @param left aborted when nobody waits for the work any more
   */
  async run<Result>(client: string, left: AbortSignal, work: () => Promise<Result>): Promise<Result | Refusal> {
    const how = await this.#turn(client, left)
    if (how !== 'in') return how
    try {
      return await work()
    } finally {
      this.#note(client, -1)
      this.#letNextIn()
    }
  }

  #turn(client: string, left: AbortSignal): Promise<Parameters<End>[0]> {
    if (left.aborted) return Promise.resolve('left')
    if (this.#mayRun(client)) {
      this.#note(client, 1)
      return new Promise((resolve) => this.#pace.begin(this.#rule.kind, () => resolve('in')))
    }
    if (!this.#hasRoomFor(client)) return Promise.resolve('busy')
    return new Promise((resolve) => {
      const end: End = (how) => {
        this.#remove(client, end)
        clearTimeout(timer)
        left.removeEventListener('abort', onLeft)
        if (how === 'in') this.#pace.begin(this.#rule.kind, () => resolve(how))
        else resolve(how)
      }
      const onLeft = () => end('left')
      const timer = setTimeout(end, this.#rule.patienceMs, 'busy')
      left.addEventListener('abort', onLeft)
      this.#add(client, end)
    })
  }

  #mayRun(client: string): boolean {
    const { each, all } = this.#rule.atOnce
    return this.#running < all && (this.#runningOf.get(client) ?? 0) < each
  }

  #note(client: string, change: 1 | -1): void {
    this.#running += change
    const running = (this.#runningOf.get(client) ?? 0) + change
    if (running > 0) this.#runningOf.set(client, running)
    else this.#runningOf.delete(client)
  }

  #hasRoomFor(client: string): boolean {
    const { each, all } = this.#rule.mostWaiting
    const own = this.#lines.get(client)?.size ?? 0
    if (own >= each) return false
    if (this.#waiting < all) return true
    const longest = [...this.#lines.values()].reduce((one, other) => (other.size > one.size ? other : one))
    if (longest.size <= own + 1) return false
    const [newest] = [...longest].slice(-1)
    newest?.('busy')
    return true
  }

  #add(client: string, end: End): void {
    const line = this.#lines.get(client) ?? new Set()
    this.#lines.set(client, line.add(end))
    this.#waiting += 1
  }

  #remove(client: string, end: End): void {
    const line = this.#lines.get(client)
    if (!line?.delete(end)) return
    this.#waiting -= 1
    if (line.size === 0) this.#lines.delete(client)
  }

  #letNextIn(): void {
    const next = [...this.#lines].find(([client]) => this.#mayRun(client))
    if (!next) return
    const [client, line] = next
    // The client's next turn comes after one of each other client.
    this.#lines.delete(client)
    this.#lines.set(client, line)
    const [end] = line
    this.#note(client, 1)
    end?.('in')
  }
}
