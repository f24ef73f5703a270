import type { Server } from 'node:net'

/** The maximum number of rounds of the event loop between two pieces of work. */
const mostRounds = 16

/**
 * Begins pieces of work one by one, by turns of their kinds, and lets the event loop run in between. Node accepts one
 * connection per round. Without a pause, a visitor would wait for all earlier work. So while connections come in,
 * several rounds pass between two pieces of work.
 */
export class Pace {
  readonly #waiting = new Map<string, (() => void)[]>()
  #isPausing = false
  #accepted = 0

  /** Counts the connections of a server. */
  watch(server: Server): void {
    server.on('connection', () => {
      this.#accepted += 1
    })
  }

  /** Begins work now, or later if other work has just begun. */
  begin(kind: string, work: () => void): void {
    if (this.#isPausing) {
      const line = this.#waiting.get(kind) ?? []
      line.push(work)
      this.#waiting.set(kind, line)
      return
    }
    this.#pause({ rounds: 1, acceptedBefore: this.#accepted })
    work()
  }

  /** Resolves when work may begin. */
  turn(kind: string): Promise<void> {
    return new Promise((resolve) => this.begin(kind, resolve))
  }

  #pause({ rounds, acceptedBefore }: { rounds: number; acceptedBefore: number }): void {
    this.#isPausing = true
    setImmediate(() => {
      const accepted = this.#accepted
      if (accepted > acceptedBefore && rounds < mostRounds)
        return this.#pause({ rounds: rounds + 1, acceptedBefore: accepted })
      this.#isPausing = false
      this.#beginNext()
    })
  }

  #beginNext(): void {
    const [next] = this.#waiting
    if (!next) return
    const [kind, line] = next
    this.#waiting.delete(kind)
    const work = line.shift()
    // The next turn of the kind comes after one of each other kind.
    if (line.length > 0) this.#waiting.set(kind, line)
    if (work) this.begin(kind, work)
  }
}
