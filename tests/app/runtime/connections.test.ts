import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import type { UpstreamFailure } from '#contract/wire/upstream-failure'
import { json, type Received, startUpstream } from '#tests/contract/upstream'
import { eventually } from '#tests/fixtures/time/eventually'
import { sendByHttp } from '~/runtime/connections.server'

const signedOut = { message: 'success', data: { signed_in: false } }
const session = { user_id: 'u1', is_new_user: false, expires_at: '2030-01-01T00:00:00.000Z' }
const credentials = { email: 'a@example.com', code: '123456' }

type Answering = (received: Received, response: ServerResponse, nth: number) => void

let upstream: Awaited<ReturnType<typeof startUpstream>>
afterEach(() => upstream.stop())

/**
 * An upstream whose first answer leaves a connection to be used again; `then` answers what follows.
 * @param timeoutMs of the client. Default: longer than any call takes on a busy machine
 */
const afterOneAnswer = async (then: Answering, timeoutMs = 60_000) => {
  const ports: (number | undefined)[] = []
  upstream = await startUpstream((received, response, nth) => {
    ports.push(response.socket?.remotePort)
    if (nth === 1) json(response, signedOut)
    else then(received, response, nth)
  })
  const client = upstream.client({ send: sendByHttp, timeoutMs })
  await client.checkLogin({})
  return { client, ports }
}

const failureOf = async (asked: Promise<unknown>): Promise<UpstreamFailure> => {
  const failure = await asked.catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(Error)
  return failure as UpstreamFailure
}

it('happy: calls share one connection', async () => {
  const { client, ports } = await afterOneAnswer((_received, response) => json(response, signedOut))
  await client.checkLogin({})
  expect(ports[1]).toBe(ports[0])
})

it('security: no call waits behind a call that hashes a password, because hashing has its own connection', async () => {
  const { client, ports } = await afterOneAnswer((received, response) =>
    received.path.endsWith('/login') ? undefined : json(response, signedOut),
  )
  // More than there are connections for them: the last ones wait for a connection. Each is of its own browser.
  const browsers = Array.from({ length: 200 }, () => new AbortController())
  const waiting = browsers.map(({ signal: left }) => {
    const hashing = upstream.client({ send: sendByHttp, left, timeoutMs: 60_000 })
    return failureOf(hashing.emailLogin({ email: 'a@example.com', password: 'p' }))
  })
  await eventually('the sign-ins to be asked for', () => (upstream.received.length > 60 ? true : undefined))
  expect(await client.checkLogin({})).toMatchObject({ ok: true })
  // Sign-ins may have arrived after it.
  const asked = upstream.received.flatMap(({ path }, nth) => (path.endsWith('/login') ? [] : [ports[nth]]))
  expect(asked).toEqual([ports[0], ports[0]])
  for (const browser of browsers) browser.abort()
  for (const { kind } of await Promise.all(waiting)) expect(kind).toBe('left')
})

it.each([
  ['ends', (response: ServerResponse) => response.socket?.destroy()],
  ['is reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
])(
  'happy: a POST whose kept connection %s unanswered is sent again, unchanged, over a new connection',
  async (_, close) => {
    const { client, ports } = await afterOneAnswer((_received, response, nth) =>
      nth === 2 ? close(response) : json(response, { message: 'success', data: session }),
    )
    expect(await client.emailCodeLogin(credentials)).toMatchObject({ ok: true })
    const [, first, second] = upstream.received
    expect(upstream.received).toHaveLength(3)
    expect(ports[1]).toBe(ports[0])
    expect(ports[2]).not.toBe(ports[0])
    const signed = (received: Received | undefined) => [
      received?.body.toString(),
      received?.headers['x-nonce'],
      received?.headers['x-timestamp'],
      received?.headers['x-signature'],
    ]
    expect(signed(second)).toEqual(signed(first))
  },
)

it('error: a nonce that is refused at the second attempt shows that the first attempt was processed', async () => {
  const { client } = await afterOneAnswer((_received, response, nth) =>
    nth === 2
      ? response.socket?.destroy()
      : json(response, { message: 'error', data: { error_code: 1004, description: '' } }, 401),
  )
  const failure = await failureOf(client.emailCodeLogin(credentials))
  expect(failure).toMatchObject({ kind: 'unreachable', cause: { code: 'ECONNRESET' } })
  expect(upstream.received).toHaveLength(3)
})

it('error: a request is sent twice at most', async () => {
  const { client } = await afterOneAnswer((_received, response) => response.socket?.destroy())
  expect(await failureOf(client.emailCodeLogin(credentials))).toMatchObject({ kind: 'unreachable' })
  expect(upstream.received).toHaveLength(3)
})

it('error: a POST whose new connection closes without an answer is sent once', async () => {
  upstream = await startUpstream((_received, response) => response.socket?.destroy())
  const asked = upstream.client({ send: sendByHttp }).emailCodeLogin(credentials)
  expect(await failureOf(asked)).toMatchObject({ kind: 'unreachable' })
  expect(upstream.received).toHaveLength(1)
})

it.each([
  ['a part of the status line', 'HTTP/1.1 20'],
  ['the head', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'],
])('error: a POST whose kept connection closes after %s is sent once', async (_what, part) => {
  const { client } = await afterOneAnswer((_received, response) => response.socket?.end(part))
  expect(await failureOf(client.emailCodeLogin(credentials))).toMatchObject({ kind: 'unreachable' })
  expect(upstream.received).toHaveLength(2)
})

it('error: a POST that takes too long on a kept connection is sent once', async () => {
  const { client } = await afterOneAnswer(() => undefined, 2000)
  expect(await failureOf(client.emailCodeLogin(credentials))).toMatchObject({ kind: 'timeout' })
  expect(upstream.received).toHaveLength(2)
})

it('happy: an idle connection is dropped before the time that the server announces', async () => {
  let closedByClient: Promise<unknown> = Promise.reject(new Error('no connection'))
  closedByClient.catch(() => undefined)
  upstream = await startUpstream((_received, response) => {
    closedByClient = new Promise((resolve) => response.socket?.once('end', () => resolve('client')))
    response.setHeader('keep-alive', 'timeout=2')
    json(response, signedOut)
  })
  await upstream.client({ send: sendByHttp }).checkLogin({})
  expect(await closedByClient).toBe('client')
})
