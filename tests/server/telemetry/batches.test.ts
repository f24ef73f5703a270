import { describe, expect, it, vi } from 'vitest'
import { accept, hang } from '#tests/fixtures/network/telemetry-receiver'
import { but, numbers, open, someRounds, start, withMovedClock } from './opened'

withMovedClock()

const notSent = 'telemetry could not be sent'
const dropped = 'telemetry events were dropped'

describe('a batch', () => {
  it('happy: a batch that is not full is sent after a second', async () => {
    const { record, batch } = await open()
    record(1, 1)
    vi.advanceTimersByTime(999)
    // One that was sent before would be without it.
    record(2, 19)
    vi.advanceTimersByTime(1)
    expect(await batch()).toEqual(numbers(1, 19))
  })

  it('happy: a batch has 20 events at most, and the next batch has the rest', async () => {
    const { record, batch, receiver, ended } = await open()
    record(1, 45)
    expect([await batch(), await batch()]).toEqual([numbers(1, 20), numbers(21, 40)])
    await ended(2)
    await someRounds()
    expect(receiver.posts.filter(({ name }) => name === 'list')).toHaveLength(2)
    vi.advanceTimersByTime(1000)
    expect(await batch()).toEqual(numbers(41, 45))
  })

  it('happy: a batch names the web app, its version and its channel, and dates each event', async () => {
    const { record, receiver } = await open(accept, { channel: 'ie2' })
    record(1, 1)
    vi.advanceTimersByTime(1000)
    const { body, headers } = await receiver.nextOf('list')
    expect(body).toEqual({
      app_id: 3053,
      version: '5.3.5 oversea',
      channel: 'ie2',
      web_id: '7000000000000000001',
      batch: expect.stringMatching(/^[\da-f-]{36}$/),
      events: [{ kind: 'session', session: 's'.repeat(22), route: '/', status: 1, ms: 1, at: start }],
    })
    expect(headers.authorization).toBe('Bearer a-token')
  })

  it('happy: outside of China the application differs, and the default channel is us_east', async () => {
    const { record, receiver } = await open(accept, { isInChina: false })
    record(1, 20)
    expect((await receiver.nextOf('list')).body).toMatchObject({ app_id: 3297, channel: 'us_east' })
  })
})

describe('a receiver that fails', () => {
  it('error: a hanging receiver gets one request at a time, and events beyond the queue are dropped and reported once', async () => {
    const { record, receiver, said } = await open(hang)
    record(1, 20)
    await receiver.nextOf('webid')
    record(21, 1100)
    await someRounds()
    expect(receiver.posts).toHaveLength(1)
    expect(receiver.connections()).toBe(1)
    // 20 are on their way, and 1000 wait.
    expect(said(dropped)).toMatchObject([{ level: 40, code: 1000, dropped: 1 }])
    vi.setSystemTime(Date.now() + 10 * 60_000)
    record(1101, 1101)
    expect(said(dropped)).toMatchObject([{ dropped: 1 }, { dropped: 80 }])
  })

  it('error: a recovered receiver gets the same batch again, with the same id, and then the waiting events', async () => {
    const { record, receiver, said, ended } = await open(
      but('list', (_post, response) => response.writeHead(503).end()),
    )
    record(1, 3)
    vi.advanceTimersByTime(1000)
    const { body } = await receiver.nextOf('list')
    await ended(1)
    record(4, 30)
    receiver.behave(accept)
    vi.advanceTimersByTime(1000)
    const again = await receiver.nextOf('list')
    expect([again.body.batch, again.body.events]).toEqual([body.batch, body.events])
    const next = await receiver.nextOf('list')
    expect(next.body.batch).not.toBe(body.batch)
    expect(next.body.events.map(({ status }) => status)).toEqual(numbers(4, 23))
    expect(said(notSent)).toMatchObject([{ level: 40, code: 5001, reason: 'status 503', times: 1 }])
  })

  it('error: a failing receiver is retried with growing delays, up to one minute, and reported once in 10 minutes', async () => {
    const { record, receiver, said, ended, told } = await open((_post, response) => response.writeHead(500).end())
    record(1, 20)
    // The web id, and the first token.
    await ended(2)
    for (const [nth, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      const before = receiver.posts.length
      vi.advanceTimersByTime(seconds * 1000 - 1)
      await someRounds()
      expect(receiver.posts.length).toBe(before)
      vi.advanceTimersByTime(1)
      await ended(nth + 3)
    }
    expect(said(notSent)).toMatchObject([{ times: 1 }])
    vi.setSystemTime(Date.now() + 10 * 60_000)
    vi.advanceTimersByTime(60_000)
    await told(notSent, 2)
    // The second failure up to this one.
    expect(said(notSent)).toMatchObject([{ times: 1 }, { times: 10 }])
  })

  it('error: a receiver that permanently refuses a batch loses that batch only', async () => {
    const { record, receiver, batch, said, told } = await open(
      but('list', (_post, response) => response.end('{"e":-1}')),
    )
    record(1, 20)
    await batch()
    await told(dropped)
    expect(said(dropped)).toMatchObject([{ code: 1000, dropped: 20 }])
    receiver.behave(accept)
    record(21, 40)
    expect(await batch()).toEqual(numbers(21, 40))
  })

  it('security: the receiver’s answer is not logged', async () => {
    const { record, said, told } = await open((_post, response) => response.end('<b>a secret of the receiver</b>'))
    record(1, 20)
    await told(notSent)
    expect(JSON.stringify(said(notSent))).not.toContain('secret')
    expect(said(notSent)).toMatchObject([{ code: 5001, reason: 'an unexpected answer' }])
  })
})

describe('a stop', () => {
  it('happy: a stop sends all waiting events, and accepts no more', async () => {
    const { record, receiver, telemetry, said } = await open()
    record(1, 45)
    await telemetry.stop()
    expect(receiver.events().map(({ status }) => status)).toEqual(numbers(1, 45))
    record(46, 46)
    await someRounds()
    expect(receiver.events()).toHaveLength(45)
    expect(said(dropped)).toMatchObject([{ dropped: 1 }])
  })

  it('error: a stop before the first batch waits at most a second for a web id', async () => {
    const { record, receiver, telemetry, said } = await open(hang)
    record(1, 3)
    const stopping = telemetry.stop()
    await receiver.nextOf('webid')
    vi.advanceTimersByTime(1000)
    await stopping
    expect(said(dropped)).toMatchObject([{ code: 1000, dropped: 3 }])
  })

  it('error: a stop waits at most a second for a receiver that hangs', async () => {
    const { record, receiver, telemetry, said } = await open(but('list', hang))
    record(1, 25)
    await receiver.nextOf('list')
    const stopped = vi.fn()
    const stopping = telemetry.stop().finally(stopped)
    vi.advanceTimersByTime(999)
    await someRounds()
    expect(stopped).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    await stopping
    expect(said(dropped)).toMatchObject([{ code: 1000, dropped: 25 }])
  })

  it('error: a stop does not wait for a web id, and sends under a locally created one', async () => {
    const { record, receiver, telemetry } = await open(but('webid', hang))
    record(1, 20)
    await receiver.nextOf('webid')
    await telemetry.stop()
    expect((await receiver.nextOf('list')).body.web_id).toMatch(/^\d{19}$/)
  })
})

describe('the heartbeat', () => {
  it('happy: the heartbeat is sent every 60000 ms, with the number of sessions since the last one', async () => {
    const { telemetry, receiver, ended } = await open()
    for (const session of ['one', 'two', 'one']) telemetry.see(session)
    const beats = async () => (await receiver.nextOf('list')).body.events
    vi.advanceTimersByTime(59_999)
    await someRounds()
    expect(receiver.posts).toEqual([])
    vi.advanceTimersByTime(1001)
    expect(await beats()).toEqual([{ kind: 'heartbeat', at: start + 60_000, sessions: 2 }])
    await ended(1)
    vi.advanceTimersByTime(60_000)
    await someRounds()
    vi.advanceTimersByTime(1000)
    expect(await beats()).toEqual([{ kind: 'heartbeat', at: start + 120_000, sessions: 0 }])
  })
})
