import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Received } from '#contract/wire/exchange'

/** Resolves with what is written to a response in this process, when it is ended. Rejects if the work does so before. */
export const keptAnswer = (work: (response: ServerResponse) => Promise<void>): Promise<Received> =>
  new Promise((resolve, reject) => {
    work(new KeptResponse(new IncomingMessage(new Socket()), resolve)).catch(reject)
  })

/** Keeps everything written to it. Node's own response would turn that into HTTP for a socket. */
class KeptResponse extends ServerResponse {
  readonly #parts: Buffer[] = []
  readonly #keep: (received: Received) => void

  constructor(request: IncomingMessage, keep: (received: Received) => void) {
    super(request)
    this.#keep = keep
  }

  override writeHead(status: number, ...more: unknown[]): this {
    this.statusCode = status
    for (const [name, value] of Object.entries(more.at(-1) ?? {})) this.setHeader(name, value)
    return this
  }

  override write(part: string | Uint8Array): boolean {
    this.#parts.push(Buffer.from(part))
    return true
  }

  override end(part?: unknown): this {
    if (typeof part === 'string' || part instanceof Uint8Array) this.write(part)
    this.finished = true
    const valuesOf = (name: string) => [this.getHeader(name) ?? []].flat().map(String)
    this.#keep({
      status: this.statusCode,
      header: (name) => valuesOf(name)[0],
      setCookies: valuesOf('set-cookie'),
      body: Buffer.concat(this.#parts),
    })
    process.nextTick(() => {
      this.emit('finish')
      this.emit('close')
    })
    return this
  }
}
