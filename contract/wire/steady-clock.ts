/**
 * A wall clock that never goes back, for signatures. When the machine's clock steps back, a recent signature must not
 * look as if it came from the future, nor a new one as if it was made before the last start. The clock then runs at
 * half speed, so after twice the step it agrees with the machine's clock again.
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
   * Follows the machine's clock from now on, even back: for a signer whose signatures are refused because of their
   * time.
   * @param signedAtMs the time of the refused signature
   * @returns whether a new signature has another time. Another call may have corrected the clock
   */
  resync(signedAtMs: number): boolean {
    this.#lastMs = this.#wallMs()
    this.#lastTickMs = this.#tickMs()
    return signedAtMs - this.#lastMs > 1000
  }
}
