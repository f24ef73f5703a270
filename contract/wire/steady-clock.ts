/**
 * A wall clock that never goes back, for signatures. When the machine's clock steps back, a signature of a moment ago must
 * not look as if it came from the future, nor a new one as if it was made before the last start. The clock then runs at
 * half its speed, so that after twice the step it agrees with the machine's again.
 */
export class SteadyClock {
  readonly #wallMs: () => number
  readonly #tickMs: () => number
  #lastMs: number
  #lastTickMs: number

  /**
   * @param wallMs the machine's clock, in milliseconds since the epoch
   * @param tickMs a clock without steps
   */
  constructor(wallMs: () => number = () => Date.now(), tickMs: () => number = () => performance.now()) {
    this.#wallMs = wallMs
    this.#tickMs = tickMs
    this.#lastMs = wallMs()
    this.#lastTickMs = tickMs()
  }

  /** Milliseconds since the epoch. */
  now(): number {
    const [wallMs, tickMs] = [this.#wallMs(), this.#tickMs()]
    this.#lastMs = Math.max(wallMs, this.#lastMs + (tickMs - this.#lastTickMs) / 2)
    this.#lastTickMs = tickMs
    return this.#lastMs
  }

  /**
   * Goes by the machine's clock from now on, even back: for a signer whose signatures are refused because of their time.
   * @param signedAtMs what this clock said for the signature that was refused
   * @returns whether a new signature has another time. It may be another call that has put the clock right.
   */
  resync(signedAtMs: number): boolean {
    this.#lastMs = this.#wallMs()
    this.#lastTickMs = this.#tickMs()
    return signedAtMs - this.#lastMs > 1000
  }
}
