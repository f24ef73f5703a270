import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { selfSigned } from '#tests/fixtures/network/self-signed'

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Sends one request exactly as it is given; follows no redirect. By https, the certificate is the one of the tests. */
export const send = async (origin: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  const { protocol, hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const asked = { hostname, port, path, method, headers: { ...length, ...headers }, ca: selfSigned.cert }
  const request = protocol === 'https:' ? httpsRequest(asked) : httpRequest(asked)
  // An error after the beginning of the answer is one of the answer.
  request.on('error', () => undefined).end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const isPacked = response.headers['content-encoding'] === 'gzip' && bytes.length > 0
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    setCookies: response.headers['set-cookie'] ?? [],
    /** The body, decompressed. */
    text: (isPacked ? gunzipSync(bytes) : bytes).toString(),
    bytes,
  }
}

export type Answer = Awaited<ReturnType<typeof send>>

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** Sends one form, and follows no redirect. */
export const sendForm = (origin: string, path: string, fields: Record<string, string>, headers = {}) =>
  send(origin, path, {
    method: 'POST',
    headers: { ...formHeaders, ...headers },
    body: new URLSearchParams(fields).toString(),
  })

export const sheetIn = (text: string): string => /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ''

export const formTokenIn = (text: string): string => /name="form_token" value="([\w-]{43})"/.exec(text)?.[1] ?? ''

/** A browser without script: it keeps cookies, sends forms with their token, and follows no redirect. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #origin: string
  readonly #headers: Record<string, string>

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin
    this.#headers = headers
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async open(path: string, sent: Sent = {}): Promise<Answer> {
    const cookie = this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}
    const answer = await send(this.#origin, path, {
      ...sent,
      headers: { 'accept-encoding': 'gzip', ...this.#headers, ...cookie, ...sent.headers },
    })
    for (const setCookie of answer.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  /** Opens a page and sends a form to it (or to `to`), with the token of the page unless `form_token` is given. */
  async submit(page: string, fields: Record<string, string>, { to = page, ...sent }: Sent & { to?: string } = {}) {
    const token = formTokenIn((await this.open(page)).text)
    return this.post(to, { form_token: token, ...fields }, sent)
  }

  post(path: string, fields: Record<string, string>, sent: Sent = {}): Promise<Answer> {
    return this.open(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      ...sent,
      headers: { ...formHeaders, ...sent.headers },
    })
  }
}
