import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How many requests of one connection may wait for earlier ones. Browsers wait for an answer before the next request.
 */
const mostWaiting = 100

/** The unanswered requests of a connection. */
interface Line {
  length: number
  /** Fulfilled when all of them are answered. */
  answered: Promise<void>
}

/**
 * Lets the requests of a connection in one at a time (RFC 9112, section 9.3.2). Node reads all that have arrived, and
 * thousands of them would block everybody else.
 */
export class Pipelines {
  readonly #lines = new WeakMap<Socket, Line>()

  /** Waits for the earlier answers. @returns false, at once, when too many wait */
  async turn(socket: Socket, response: ServerResponse): Promise<boolean> {
    const line = this.#lines.get(socket) ?? { length: 0, answered: Promise.resolve() }
    if (line.length > mostWaiting) return false
    const before = line.answered
    line.length += 1
    line.answered = new Promise((resolve) => {
      response.once('close', () => {
        line.length -= 1
        resolve()
      })
    })
    this.#lines.set(socket, line)
    await before
    return true
  }
}
