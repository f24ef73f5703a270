/** A repeated line is logged once per this time. */
const everyMs = 10 * 60 * 1000

/** Limits how often a frequent event is logged. */
export class Seldom {
  readonly #told = new Map<string, { at: number; untold: number }>()

  /** Counts one more time. Returns the number since the last line when a line is due, otherwise 0. */
  timesUntold(name: string): number {
    const now = Date.now()
    const known = this.#told.get(name) ?? { at: Number.NEGATIVE_INFINITY, untold: 0 }
    known.untold += 1
    this.#told.set(name, known)
    // A clock that stepped back must not silence the line.
    if (now >= known.at && now - known.at < everyMs) return 0
    const times = known.untold
    this.#told.set(name, { at: now, untold: 0 })
    return times
  }
}
