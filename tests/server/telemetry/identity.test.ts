import { describe, expect, it, vi } from 'vitest'
import { createTelemetry } from '#server/telemetry/telemetry'
import { accept, hang, type TelemetryPost, webId } from '#tests/fixtures/network/telemetry-receiver'
import { type Answering, but, day, keptLog, open, someRounds, withMovedClock } from './opened'

withMovedClock()

const notSent = 'telemetry could not be sent'
const sender = { app_id: 3053, version: '5.3.5 oversea', channel: 'us_east' }

const say =
  (data: object): Answering =>
  (_post, response) =>
    response.end(JSON.stringify({ e: 0, ...data }))
const namesOf = (posts: TelemetryPost[]) => posts.map(({ name }) => name)

describe('the web id', () => {
  it('happy: the web id is requested once, before the first batch, and used in all posts', async () => {
    const { record, receiver, batch } = await open()
    record(1, 20)
    await batch()
    record(21, 40)
    await batch()
    expect(namesOf(receiver.posts)).toEqual(['webid', 'token', 'list', 'list'])
    expect(receiver.posts[0]?.body).toEqual(sender)
    expect(receiver.posts[1]?.body).toEqual({ ...sender, web_id: webId })
    expect(receiver.posts.slice(2).map(({ body }) => body.web_id)).toEqual([webId, webId])
  })

  it.each<[string, Answering]>([
    ['is refused', (_post, response) => response.writeHead(500).end()],
    ['breaks off', (_post, response) => response.destroy()],
    ['is no number', say({ web_id: 'a b' })],
    ['is missing', say({})],
    ['is far too long', say({ web_id: '7'.repeat(33) })],
  ])('error: a web id that %s is replaced by 19 digits from the random source', async (_what, answer) => {
    const { record, receiver, said } = await open(but('webid', answer))
    record(1, 20)
    const { body } = await receiver.nextOf('list')
    // Bytes of 7 give this number.
    expect(body.web_id).toBe('1506381209866536711')
    expect(said(notSent)).toHaveLength(1)
  })

  it('error: the web id is awaited for up to 300000 ms, and then created locally', async () => {
    const { record, receiver, said } = await open(but('webid', hang))
    record(1, 20)
    await receiver.nextOf('webid')
    vi.advanceTimersByTime(299_999)
    await someRounds()
    expect(namesOf(receiver.posts)).toEqual(['webid'])
    vi.advanceTimersByTime(1)
    expect((await receiver.nextOf('list')).body.web_id).toMatch(/^[1-9]\d{18}$/)
    expect(said(notSent)).toMatchObject([{ code: 5005 }])
  })
})

describe('the token', () => {
  it('happy: the token is kept for 7 days, and then requested again', async () => {
    const { record, receiver, ended } = await open()
    record(1, 20)
    await ended(1)
    vi.setSystemTime(Date.now() + 7 * day - 1)
    record(21, 40)
    await ended(2)
    expect(namesOf(receiver.posts)).toEqual(['webid', 'token', 'list', 'list'])
    receiver.behave(but('token', say({ token: 'another' })))
    vi.setSystemTime(Date.now() + 1)
    record(41, 60)
    await ended(3)
    expect(receiver.posts.at(-1)?.headers.authorization).toBe('Bearer another')
    expect(namesOf(receiver.posts).slice(4)).toEqual(['token', 'list'])
  })

  it('error: a token that the receiver refuses is replaced, and the batch is sent again', async () => {
    const { record, receiver, ended } = await open(but('list', (_post, response) => response.writeHead(401).end()))
    record(1, 20)
    await ended(1)
    receiver.behave(but('token', say({ token: 'another' })))
    vi.advanceTimersByTime(1000)
    await ended(2)
    expect(receiver.posts.at(-1)?.headers.authorization).toBe('Bearer another')
  })

  it('security: a token that would break out of its header is refused', async () => {
    const { record, receiver, said, told } = await open(but('token', say({ token: 'a\r\nx-injected: 1' })))
    record(1, 20)
    await told(notSent)
    expect(namesOf(receiver.posts)).toEqual(['webid', 'token'])
    expect(said(notSent)).toMatchObject([{ code: 5001 }])
  })
})

it.each([
  ['request of a token', 'token'],
  ['post of events', 'list'],
])('error: a %s that takes longer than 30000 ms times out, is sent again, and loses no event', async (_what, name) => {
  const { record, receiver, batch, said, told } = await open(but(name, hang))
  record(1, 20)
  await receiver.nextOf(name)
  vi.advanceTimersByTime(29_999)
  await someRounds()
  expect(said(notSent)).toEqual([])
  vi.advanceTimersByTime(1)
  await told(notSent)
  expect(said(notSent)).toMatchObject([{ code: 5005 }])
  receiver.behave(accept)
  vi.advanceTimersByTime(1000)
  expect(await batch()).toHaveLength(20)
})

describe('settings without an address', () => {
  it('happy: without an address, the settings record and log nothing', () => {
    const { lines, log } = keptLog()
    expect(createTelemetry({ url: undefined, channel: undefined, isInChina: true }, log)).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('error: settings with a channel only are reported, with code 4001', () => {
    const { lines, log } = keptLog()
    expect(createTelemetry({ url: undefined, channel: 'sg', isInChina: true }, log)).toBeUndefined()
    expect(lines).toMatchObject([{ level: 40, code: 4001 }])
  })
})
