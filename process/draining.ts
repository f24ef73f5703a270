import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Endless requests must not keep a listener open. */
const mostTurns = 1000

/**
 * Waits for a turn of the event loop without new connections or requests. Connections that the system has made and this
 * process has not accepted are reset when the listener closes, as are requests that it has not read.
 */
const quietTurn = async (server: Server): Promise<void> => {
  let isQuiet = false
  const note = () => {
    isQuiet = false
  }
  server.on('connection', note).on('request', note)
  // The first turn ends before the listener is polled.
  await nextTurn()
  for (let turn = 0; turn < mostTurns && !isQuiet; turn += 1) {
    isQuiet = true
    await nextTurn()
  }
  server.off('connection', note).off('request', note)
}

/**
 * Takes a server out of use without a failed request: its /readyz reports it first, a balancer sees that within the
 * drain time, and meanwhile each answer asks its client to close the connection.
 */
export class Draining {
  #isDraining = false
  #end = () => {}

  /** True when the server has been told to stop. Its /readyz then has to answer 503. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Makes answers of this server end their connections once it drains, and makes it close in a quiet moment. */
  watch(server: FastifyInstance): void {
    server.addHook('preClose', () => quietTurn(server.server))
    server.addHook('onSend', async (_request, reply) => {
      if (this.#isDraining) reply.header('connection', 'close')
    })
  }

  /** Resolves after the drain time, during which requests are still answered. */
  async drain(ms: number): Promise<void> {
    this.#isDraining = true
    if (ms === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the drain time now. */
  end(): void {
    this.#end()
  }
}
