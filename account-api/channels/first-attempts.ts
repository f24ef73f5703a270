import type { Channel } from '#account-api/kernel/outbox/message'
import { seconds } from '#account-api/kernel/time'
import { type AttemptsToTell, lanes } from './delivery'

/**
 * How long a request waits for the first attempt to deliver its code, and the most requests that wait for one channel.
 */
export const firstAttemptRule = { mostMs: seconds(2), atOnce: lanes.codes.atOnce }

/** Reports to requests whether their code was refused permanently, while the person still waits for the page. */
export class FirstAttempts implements AttemptsToTell {
  readonly #looks = new Map<Channel, () => void>()
  readonly #waiting = new Map<string, { channel: Channel; end: (isRefused: boolean) => void }>()

  open(channel: Channel, look: () => void): void {
    this.#looks.set(channel, look)
  }

  close(channel: Channel): void {
    this.#looks.delete(channel)
  }

  ended(id: string, isRefused: boolean): void {
    this.#waiting.get(id)?.end(isRefused)
  }

  /**
   * True when the first attempt to deliver a code is refused permanently. False when that is not known in time, when
   * another copy makes the attempt, or when as many requests wait as the lane has slots, so a hanging gateway delays
   * few.
   */
  readonly isRefused = (channel: Channel, id: string): Promise<boolean> => {
    const look = this.#looks.get(channel)
    const others = [...this.#waiting.values()].filter((each) => each.channel === channel)
    if (!look || others.length >= firstAttemptRule.atOnce) return Promise.resolve(false)
    return new Promise((resolve) => {
      const end = (isRefused: boolean) => {
        clearTimeout(late)
        this.#waiting.delete(id)
        resolve(isRefused)
      }
      const late = setTimeout(end, firstAttemptRule.mostMs, false)
      this.#waiting.set(id, { channel, end })
      look()
    })
  }
}
