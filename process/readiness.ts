import type { Logger } from 'pino'

/** The reason why a program is not ready, for /readyz. Undefined when it is ready. */
export type NotReady = string | undefined

/**
 * The readiness of this process. It is checked at most once a second, however many probes ask, and each change is
 * logged. A ready process stays ready until two checks in a row fail: under load an answer may come too late, and a
 * balancer that drops one copy after the other for that would cause an outage.
 */
export class Readiness {
  readonly #look: () => Promise<NotReady>
  readonly #log: Logger
  readonly #freshMs: number
  #said: NotReady
  /** The result of the last check. Undefined before the first one. */
  #found: NotReady
  #isFirst = true
  #freshUntil = 0
  #asked: Promise<NotReady> | undefined

  /**
   * @param look makes the check; has its own time limit, and never rejects
   * @param freshMs how long a result is reused for other probes, which then cost nothing
   */
  constructor(look: () => Promise<NotReady>, log: Logger, { freshMs = 1000 } = {}) {
    this.#look = look
    this.#log = log
    this.#freshMs = freshMs
  }

  now(): Promise<NotReady> {
    if (this.#asked && performance.now() < this.#freshUntil) return this.#asked
    this.#freshUntil = Number.POSITIVE_INFINITY
    this.#asked = this.#look().then((found) => {
      this.#freshUntil = performance.now() + this.#freshMs
      const isCertain = found === undefined || this.#isFirst || this.#found !== undefined
      this.#isFirst = false
      this.#found = found
      if (isCertain && found !== this.#said) this.#say(found)
      return this.#said
    })
    return this.#asked
  }

  #say(found: NotReady): void {
    this.#said = found
    if (found === undefined) this.#log.info('ready again')
    else this.#log.error({ notReady: found }, 'not ready: no requests should be sent here until this is fixed')
  }
}
