import type { FastifyInstance } from 'fastify'

/**
 * Takes a server out of use without a failed request: its /readyz says so first, a balancer sees that within the drain
 * time, and meanwhile each answer tells its client to close the connection.
 */
export class Draining {
  #isDraining = false
  #end = () => {}

  /** True when the server has been told to stop. Its /readyz then has to answer 503. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Makes answers of this server end their connections once it drains. */
  watch(server: FastifyInstance): void {
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
