import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createClient } from '#contract/client'
import { idleConnectionMs } from '#contract/wire/connections'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Send } from '#contract/wire/exchange'
import { formTokenCookie } from '#contract/wire/headers'
import type { PathMap } from '#contract/wire/path-map'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

/** A request as the upstream received it. */
export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** An HTTP server with answers from the test, and a client of the contract that calls it. */
export const startUpstream = async (answer: (received: Received, response: ServerResponse, nth: number) => void) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    buffer(request).then((body) => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      received.push(one)
      answer(one, response, received.length)
    })
  })
  // A busy machine may take seconds between two requests of a test.
  server.keepAliveTimeout = idleConnectionMs.server
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`
  return {
    baseUrl,
    received,
    /** A client that has a form token already, so that each call is one request. */
    client: ({
      timeoutMs = 60_000,
      variant = 'web' as const,
      jar = new CookieJar({ [formTokenCookie]: 'held' }),
      left,
      ...setting
    }: {
      paths?: PathMap
      logIdHeader?: string
      send?: Send
      timeoutMs?: number
      variant?: 'web' | 'app' | 'sso'
      jar?: CookieJar
      left?: AbortSignal
    } = {}) =>
      createClient(
        { baseUrl, application: { aid: 'test', key: 'k'.repeat(32) }, timeoutMs, ...setting },
        { variant, jar, language: 'en', clientAddress: '192.0.2.1', userAgent: 'test', left },
      ),
    stop: () => stopServer(server),
  }
}

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-log-id': 'log-1' }).end(JSON.stringify(body))
}
