import { z } from 'zod'
import type { Failed } from './failure'
import type { Posted, Transport } from './transport'
import type { Random } from './visit'

/** The wait for a web id, the length of a token, and how long a token is kept (spec section 9, analytics). */
const webIdTimeoutMs = 300_000
const tokenTimeoutMs = 30_000
const tokenMs = 7 * 24 * 60 * 60 * 1000

const webIdAnswer = z.object({ web_id: z.string().regex(/^\d{1,32}$/) })
/** A token that fits into a header (RFC 6750, section 2.1). */
const tokenAnswer = z.object({ token: z.string().regex(/^[\w.~+/-]{1,512}=*$/) })

/** The facts about the web app in each post. */
export interface Sender {
  app_id: number
  version: string
  channel: string
}

interface Parts {
  transport: Transport
  sender: Sender
  random: Random
  /** Called with a failure that no post of events reports. */
  onFailure: (failure: Failed) => void
}

/** How the receiver identifies this process: its web id, and the token for its posts. */
export class Identity {
  readonly #parts: Parts
  readonly #leaving = new AbortController()
  #webId: Promise<string> | undefined
  #token: { value: string; until: number } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The web id of this process, requested once. Without an answer, it is 19 random digits.
   * @param signal aborted when the process no longer waits
   */
  webId(signal: AbortSignal): Promise<string> {
    this.#webId ??= this.#askWebId(signal)
    return this.#webId
  }

  async #askWebId(stopping: AbortSignal): Promise<string> {
    const { transport, sender, random, onFailure } = this.#parts
    stopping.addEventListener('abort', () => this.#leaving.abort())
    const { signal } = this.#leaving
    const answer = await transport.post('webid', {
      body: sender,
      schema: webIdAnswer,
      timeoutMs: webIdTimeoutMs,
      signal,
    })
    if (answer.ok) return answer.data.web_id
    onFailure(answer)
    return localWebId(random)
  }

  /** Makes the web id locally, if a request for one is running. */
  waitNoLonger(): void {
    if (this.#webId) this.#leaving.abort()
  }

  /** The token for posts of events, which is kept for 7 days. */
  async token(signal: AbortSignal): Promise<Posted<string>> {
    const now = Date.now()
    if (this.#token && now < this.#token.until) return { ok: true, data: this.#token.value }
    const { transport, sender } = this.#parts
    const body = { ...sender, web_id: await this.webId(signal) }
    const answer = await transport.post('token', { body, schema: tokenAnswer, timeoutMs: tokenTimeoutMs, signal })
    if (!answer.ok) return answer
    this.#token = { value: answer.data.token, until: now + tokenMs }
    return { ok: true, data: this.#token.value }
  }

  /** Drops a token that the receiver no longer accepts. */
  forgetToken(): void {
    this.#token = undefined
  }
}

const least = 10n ** 18n

/** 19 random digits, without a leading 0. */
const localWebId = (random: Random): string => String(least + (random(8).readBigUInt64BE() % (9n * least)))
