import { createServer } from 'node:https'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Transport } from '#server/telemetry/transport'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { hang, startTelemetryReceiver, type TelemetryReceiver } from '#tests/fixtures/network/telemetry-receiver'
import { freePort } from '#tests/fixtures/programs/free-port'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

let receiver: TelemetryReceiver
afterEach(async () => {
  vi.useRealTimers()
  await receiver?.stop()
})

type Answering = Parameters<typeof startTelemetryReceiver>[0]

const post = { body: {}, schema: z.object({}), timeoutMs: 30_000 }

/** Posts a body to a receiver that answers in some way. */
const postTo = async (answer: Answering, body: object = {}) => {
  receiver = await startTelemetryReceiver(answer)
  return new Transport(receiver.url).post('list', { ...post, body })
}

const postAt = (url: string) => new Transport(new URL(url)).post('list', post)

const say = (text: string | Buffer, status = 200, headers: Record<string, string> = {}): Answering => {
  return (_post, response) => response.writeHead(status, headers).end(text)
}

/** A body with so many bytes of JSON. */
const bodyOf = (bytes: number) => ({ x: 'a'.repeat(bytes - '{"x":""}'.length) })

it('happy: a post to a path below the address is accepted by e = 0', async () => {
  expect(await postTo(undefined, { one: 1 })).toMatchObject({ ok: true })
  expect(receiver.posts[0]).toMatchObject({ name: 'list', body: { one: 1 } })
  expect(receiver.posts[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
})

it('happy: a post of 16384 bytes is sent uncompressed, and one of 16385 bytes compressed', async () => {
  expect(await postTo(undefined, bodyOf(16_384))).toMatchObject({ ok: true })
  expect(receiver.posts[0]?.bytes).toHaveLength(16_384)
  expect(receiver.posts[0]?.headers['content-encoding']).toBeUndefined()
  await receiver.stop()
  expect(await postTo(undefined, bodyOf(16_385))).toMatchObject({ ok: true })
  const { headers, bytes } = receiver.posts[0] ?? { headers: {}, bytes: Buffer.alloc(0) }
  expect(headers['content-encoding']).toBe('gzip')
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(bytes.length).toBeLessThan(200)
  expect(gunzipSync(bytes)).toHaveLength(16_385)
})

it('happy: a setting compresses smaller posts, such as a usual batch', async () => {
  receiver = await startTelemetryReceiver(undefined)
  const transport = new Transport(receiver.url, 1024)
  for (const bytes of [1024, 1025]) await transport.post('list', { ...post, body: bodyOf(bytes) })
  expect(receiver.posts.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip'])
})

it('happy: a compressed answer is inflated', async () => {
  const answer = JSON.stringify({ e: 0, more: 'a'.repeat(65_536 - '{"e":0,"more":""}'.length) })
  expect(await postTo(say(gzipSync(answer), 200, { 'content-encoding': 'gzip' }))).toMatchObject({ ok: true })
})

const breaksOff: Answering = (_post, response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"e":0', () => response.destroy())
}

const lies: [string, Answering, object][] = [
  ['a status of 500', say('{"e":0}', 500), { status: 500, isFinal: false }],
  ['a redirect', say('', 302, { location: 'http://127.0.0.1:1/' }), { status: 302, isFinal: false }],
  ['a refusal of the token', say('{"e":0}', 401), { status: 401, isFinal: false }],
  ['too many requests', say('{"e":0}', 429), { status: 429, isFinal: false }],
  ['a refusal of the events', say('{"e":0}', 400), { status: 400, isFinal: true }],
  ['an e above 0', say('{"e":-4}'), { reason: 'e is -4', isFinal: true }],
  ['a page', say('<h1>Welcome</h1>'), { isFinal: false }],
  ['half a JSON', say('{"e":0'), { isFinal: false }],
  ['JSON without e', say('{}'), { isFinal: false }],
  ['nothing', say(''), { isFinal: false }],
  ['what is no gzip', say('{"e":0}', 200, { 'content-encoding': 'gzip' }), { isFinal: false }],
  ['a beginning that breaks off', breaksOff, { isFinal: false }],
]
it.each(lies)('error: an answer of %s is a response error, 5001', async (_what, answer, told) => {
  expect(await postTo(answer)).toMatchObject({ ok: false, code: 5001, ...told })
})

it('security: at most 65536 bytes of an answer are read', async () => {
  const told = { code: 5001, reason: 'an answer of more than 65536 bytes' }
  const json = (bytes: number) => JSON.stringify({ e: 0, more: 'a'.repeat(bytes - '{"e":0,"more":""}'.length) })
  expect(await postTo(say(json(65_537)))).toMatchObject(told)
  await receiver.stop()
  // 20 MB in 20 kB.
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
  expect(await postTo(say(bomb, 200, { 'content-encoding': 'gzip' }))).toMatchObject(told)
  await receiver.stop()
  const endless: Answering = (_post, response) => {
    const more = () => response.destroyed || response.write(Buffer.alloc(65_536, ' '), more)
    more()
  }
  expect(await postTo(endless)).toMatchObject(told)
})

it('security: a redirect to another address is not followed', async () => {
  const other = await startTelemetryReceiver()
  await postTo(say('', 307, { location: other.url.href }))
  expect(other.connections()).toBe(0)
  await other.stop()
})

it('error: a port without a listener is a request without a connection, 500', async () => {
  expect(await postAt(`http://127.0.0.1:${await freePort()}`)).toMatchObject({ code: 500, reason: 'ECONNREFUSED' })
})

it('security: a receiver with an untrusted certificate gets nothing, 500', async () => {
  let requests = 0
  const server = createServer(selfSigned, () => {
    requests += 1
  })
  const port = await listenOnLoopback(server)
  expect(await postAt(`https://localhost:${port}`)).toMatchObject({ code: 500 })
  expect(requests).toBe(0)
  await stopServer(server)
})

it('error: a connection that ends after the request without an answer is a request error, 1001', async () => {
  expect(await postTo((_post, response) => response.destroy())).toMatchObject({ code: 1001, reason: 'ECONNRESET' })
})

it('error: an answer that arrives byte by byte times out, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  receiver = await startTelemetryReceiver((_post, response) => response.writeHead(200).write('{'))
  const posted = postAt(receiver.url.href)
  await receiver.next()
  vi.advanceTimersByTime(30_000)
  expect(await posted).toMatchObject({ ok: false, code: 5005 })
})

it('error: a dropped post is a send error, 1000', async () => {
  receiver = await startTelemetryReceiver(hang)
  const stopping = new AbortController()
  const [transport, stopped] = [new Transport(receiver.url), { ...post, signal: stopping.signal }]
  const posted = transport.post('list', stopped)
  await receiver.next()
  stopping.abort()
  expect(await posted).toMatchObject({ ok: false, code: 1000, reason: 'stopped' })
  expect(await transport.post('list', stopped)).toMatchObject({ ok: false, code: 1000 })
  expect(receiver.posts).toHaveLength(1)
})

it('error: a body that cannot be written as JSON is a send error, 1000, and no rejection', async () => {
  const body: Record<string, unknown> = {}
  body.itself = body
  expect(await postTo(undefined, body)).toMatchObject({ ok: false, code: 1000 })
})
