import type { Server } from 'node:http'
import { clientOf } from '#server/client'

/** The maximum number of concurrent requests of one client. A school behind one address has fewer. */
const mostRequests = 1000
/** More concurrent requests of one client than browsers make for a page: each of them waits for its turn. */
const crowdOfRequests = 8
/** The maximum number of open connections of one client. Browsers keep a few for a minute. */
const mostConnections = 4000

/** Counts by name. A name that has reached `most` is refused. */
class Counts {
  readonly #counts = new Map<string, number>()

  constructor(readonly most: number) {}

  add(name: string): boolean {
    const count = this.#counts.get(name) ?? 0
    if (count >= this.most) return false
    this.#counts.set(name, count + 1)
    return true
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  remove(name: string): void {
    const count = (this.#counts.get(name) ?? 1) - 1
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

/** Counts the concurrent requests of each client. */
export class RequestsInFlight {
  readonly #counts = new Counts(mostRequests)

  /** True when a client may have one more request, which is counted until `response` is closed. */
  begin(address: string, response: NodeJS.EventEmitter): boolean {
    const client = clientOf(address)
    if (!this.#counts.add(client)) return false
    response.once('close', () => this.#counts.remove(client))
    return true
  }

  /** True when a client has so many that they would delay others. */
  isCrowd(address: string): boolean {
    return this.#counts.of(clientOf(address)) > crowdOfRequests
  }
}

/** Closes connections of a client that has too many open. Not for a server behind a proxy, which is its only client. */
export const limitConnections = (server: Server): void => {
  const counts = new Counts(mostConnections)
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress ?? '')
    if (!counts.add(client)) return socket.destroy()
    socket.once('close', () => counts.remove(client))
  })
}
