import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Received, Send } from '#contract/wire/exchange'
import { untilAborted } from '#process/until-aborted'

/** Sends requests to a server in this process like over HTTP, but without a connection. */
export const withoutConnection =
  (server: FastifyInstance): Send =>
  ({ url, method, headers, body, signal }) => {
    const request = new IncomingMessage(new Socket())
    // The text after the origin, as signed, because URL would write quotes and dots differently.
    const [, path = ''] = /^https?:\/\/[^/]+(.*)$/s.exec(url) ?? []
    const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    Object.assign(request, { method, url: path, headers, headersDistinct, complete: true })
    if (body !== undefined) request.push(body)
    request.push(null)
    const answered = new Promise<Received>((resolve) => server.routing(request, new KeptResponse(request, resolve)))
    return untilAborted(answered, signal)
  }

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
