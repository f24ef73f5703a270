import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Config } from './config'

/** The fields of the token endpoint's answer that the simulator reads. */
interface Tokens {
  access_token?: string
  refresh_token?: string
  expires_in?: number
}

const kinds = ['access_token', 'refresh_token'] as const

/** The parts of a request or answer that differ per transport. */
const unsent = new Set([
  ...['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'keep-alive', 'accept-encoding'],
])

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * Requests tokens and claims from Butterfly. Tokens end sooner than in production if the configuration says so:
 * Butterfly is then asked about a text that is no token, and gives the answer for any ended token.
 */
export class TokenEndpoints {
  readonly #endsAtMs = new Map<string, number>()

  /** @param now the clock by which tokens end */
  constructor(readonly now: () => number) {}

  async ask(
    request: IncomingMessage,
    response: ServerResponse,
    { port, lifetimes }: { port: number; lifetimes: Config['token_lifetimes'] },
  ): Promise<void> {
    const now = this.now()
    const { method = 'GET', url } = request
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: this.#headersOf(request, now),
      body: method === 'POST' ? this.#bodyOf(await buffer(request), now) : null,
    })
    const text = await answer.text()
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !unsent.has(name)))
    response.writeHead(answer.status, headers).end(answer.ok ? this.#begin(text, lifetimes, now) : text)
  }

  #headersOf({ headers }: IncomingMessage, now: number): Record<string, string> {
    const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !unsent.has(name))
    const sent = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
    const { authorization } = sent
    if (authorization === undefined) return sent
    return { ...sent, authorization: authorization.replace(/(?<=^Bearer )\S+/i, (token) => this.#asked(token, now)) }
  }

  #bodyOf(body: Buffer, now: number): string {
    const form = new URLSearchParams(body.toString())
    for (const kind of kinds) {
      const token = form.get(kind)
      if (token !== null) form.set(kind, this.#asked(token, now))
    }
    return form.toString()
  }

  #asked(token: string, now: number): string {
    const endsAtMs = this.#endsAtMs.get(digestOf(token))
    return endsAtMs !== undefined && endsAtMs <= now ? 'ended' : token
  }

  /** Notes when the tokens of an answer end, and adds that to it. Claims have no tokens. */
  #begin(text: string, lifetimes: Config['token_lifetimes'], now: number): string {
    if (!text.startsWith('{')) return text
    const answer = JSON.parse(text) as Tokens
    for (const kind of kinds) {
      const token = answer[kind]
      if (token !== undefined) this.#endsAtMs.set(digestOf(token), now + lifetimes[kind] * 1000)
    }
    if (answer.expires_in === undefined) return text
    return JSON.stringify({ ...answer, expires_in: Math.min(answer.expires_in, lifetimes.access_token) })
  }
}
