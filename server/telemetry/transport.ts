import http from 'node:http'
import https from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { z } from 'zod'
import { type Failed, failed, unlessAccepted } from './failure'
import { readAnswer } from './read-answer'

/** A post is compressed in pieces of this size (spec section 9, analytics), by default if it is longer than one. */
const gzipChunkBytes = 16_384

/** How long a connection without a post is kept. */
const idleConnectionMs = 60_000

/** A post that was accepted, or why it was refused. */
export type Posted<Data> = { ok: true; data: Data } | Failed

interface Post<Data> {
  body: object
  /** The form of an accepted answer. */
  schema: z.ZodType<Data>
  timeoutMs: number
  token?: string
  /** Ends the request. */
  signal?: AbortSignal
}

interface Answered {
  status: number
  text: string
}

const compress = promisify(gzip)

/** Sends JSON posts to the receiver of telemetry. It follows no redirect, and never rejects. */
export class Transport {
  readonly #base: string
  readonly #agent: http.Agent | https.Agent
  readonly #gzipBytes: number

  /**
   * @param url the address of the receiver, with its paths below it
   * @param gzipBytes longer posts are compressed
   */
  constructor(url: URL, gzipBytes = gzipChunkBytes) {
    this.#gzipBytes = gzipBytes
    this.#base = url.href.replace(/\/$/, '')
    const kept = { keepAlive: true, maxSockets: 2, timeout: idleConnectionMs }
    this.#agent = url.protocol === 'https:' ? new https.Agent(kept) : new http.Agent(kept)
  }

  /** Posts JSON to a path of the receiver, and reads its answer. */
  async post<Data>(path: string, { body, schema, timeoutMs, token, signal }: Post<Data>): Promise<Posted<Data>> {
    try {
      const plain = Buffer.from(JSON.stringify(body))
      const isLarge = plain.length > this.#gzipBytes
      const bytes = isLarge ? await compress(plain, { chunkSize: gzipChunkBytes }) : plain
      const headers = {
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        'accept-encoding': 'gzip',
        ...(isLarge && { 'content-encoding': 'gzip' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const answered = await this.#exchange(`${this.#base}/${path}`, { headers, bytes, timeoutMs, signal })
      return 'code' in answered ? answered : unlessAccepted(answered, schema)
    } catch (error) {
      return failed('notSent', String(error))
    }
  }

  /** Ends the connections that are kept. */
  close(): void {
    this.#agent.destroy()
  }

  #exchange(
    url: string,
    asked: { headers: http.OutgoingHttpHeaders; bytes: Buffer; timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<Failed | Answered> {
    const { headers, bytes, timeoutMs, signal } = asked
    if (signal?.aborted) return Promise.resolve(failed('notSent', 'stopped'))
    const isSecure = url.startsWith('https:')
    return new Promise((resolve) => {
      const request = (isSecure ? https : http).request(url, { method: 'POST', headers, agent: this.#agent })
      let isConnected = false
      const end = (result: Failed | Answered) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        resolve(result)
        if ('code' in result) request.destroy()
      }
      const stop = () => end(failed('notSent', 'stopped'))
      const timer = setTimeout(() => end(failed('timeout', `no whole answer within ${timeoutMs} ms`)), timeoutMs)
      signal?.addEventListener('abort', stop)
      request.on('error', ({ code, message }: NodeJS.ErrnoException) =>
        end(failed(isConnected ? 'brokeOff' : 'noConnection', code ?? message)),
      )
      request.once('socket', (socket) => {
        isConnected = !socket.connecting
        if (isConnected) return
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true
        })
      })
      request.once('response', (response) => {
        const { statusCode: status = 0 } = response
        readAnswer(response).then(
          (text) => end({ status, text }),
          (error: Error) => end(failed('badAnswer', error.message, { status })),
        )
      })
      request.end(bytes)
    })
  }
}
