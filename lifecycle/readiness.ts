import type { Logger } from 'pino'

/** Why a program is not ready, as /readyz says it. Undefined when it is. */
export type NotReady = string | undefined

/**
 * The readiness of this process. It is found out at most once a second, whoever asks how often, and each change of it is
 * a line in the log. Whoever was ready stays so until two looks in a row say otherwise: under load an answer may come too
 * late, and a balancer that drops one copy after the other for that makes an outage of it.
 */
export class Readiness {
  readonly #look: () => Promise<NotReady>
  readonly #log: Logger
  readonly #freshMs: number
  #said: NotReady
  /** What the last look found; undefined also before the first. */
  #found: NotReady
  #isFirst = true
  #freshUntil = 0
  #asked: Promise<NotReady> | undefined

  /**
   * @param look finds it out; has a time limit of its own, and never rejects
   * @param freshMs how long a result is given to further probes, which cost nothing, however many ask
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
    else this.#log.error({ notReady: found }, 'not ready: no requests should be sent here until this is mended')
  }
}
