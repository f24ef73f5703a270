import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announce } from '../../account-api/channels/terminal'
import { type OpenStorage, openStorage } from '../../account-api/storage/storage'
import { databases, type OpenDatabase } from '../fixtures/databases'
import { type SilentProxy, startSilentProxy } from '../fixtures/silent-proxy'

const onPostgres = databases.find(({ name }) => name === 'PostgreSQL') as (typeof databases)[number]

/** Any statement. */
const ask = ({ counters }: OpenStorage) => counters.read('anything', 0)

/** Far above the limit of a statement here, and far below the minutes after which a system gives up a connection. */
const soon = { timeout: 20_000 }

describe('connections to PostgreSQL that fall silent', () => {
  let place: OpenDatabase
  let proxy: SilentProxy
  let storage: OpenStorage
  const poolSize = 3
  beforeAll(async () => {
    place = await onPostgres.open()
    proxy = await startSilentProxy(place.databaseUrl ?? '')
    storage = openStorage({
      dataDir: place.dataDir,
      databaseUrl: proxy.url,
      postgresLimits: { poolSize, timeoutMs: 300 },
    })
    await storage.migrate()
  })
  afterAll(async () => {
    await storage.close()
    await proxy.stop()
    await place.close()
  })

  const fillPool = () => Promise.all(Array.from({ length: 2 * poolSize }, () => ask(storage)))

  it(
    'error: a call on a silent connection fails, and the next ones get a new pool of the size that is set',
    soon,
    async () => {
      await fillPool()
      proxy.silence()
      const before = proxy.connections()
      await expect(ask(storage)).rejects.toThrow('PostgreSQL gave no answer within 1300 ms')
      // The others of the pool are as silent, and nobody has to wait for each of them.
      await fillPool()
      expect(proxy.connections() - before).toBe(poolSize)
    },
  )

  it('error: calls at once on silent connections all fail, and those after them succeed', soon, async () => {
    await fillPool()
    proxy.silence()
    const asked = await Promise.allSettled(Array.from({ length: 4 * poolSize }, () => ask(storage)))
    expect(asked.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(poolSize)
    await fillPool()
  })

  it(
    'error: a transaction whose connection falls silent ends with the reason, and what it locked is free',
    soon,
    async () => {
      await storage.counters.add('held', { subject: null, at: 0, durationMs: 1000, cap: 5 })
      const cutOff = storage.transaction(async ({ counters }) => {
        await counters.add('held', { subject: null, at: 1, durationMs: 1000, cap: 5 })
        proxy.silence()
        await counters.add('held', { subject: null, at: 2, durationMs: 1000, cap: 5 })
      })
      await expect(cutOff).rejects.toThrow('PostgreSQL gave no answer within 1300 ms')
      await storage.counters.add('held', { subject: null, at: 3, durationMs: 1000, cap: 5 })
      expect(await storage.counters.read('held', 4)).toBe(2)
    },
  )

  it('error: calls fail while new connections are silent, too, and succeed afterwards', soon, async () => {
    await fillPool()
    proxy.silence()
    proxy.silenceNew(true)
    await expect(ask(storage)).rejects.toThrow()
    await expect(ask(storage)).rejects.toThrow()
    proxy.silenceNew(false)
    await fillPool()
  })

  it('error: a statement that PostgreSQL ends by its own limit keeps its connection', soon, async () => {
    await fillPool()
    const before = proxy.connections()
    const waiting = storage.transaction(async ({ counters }) => {
      await counters.add('slow', { subject: null, at: 0, durationMs: 1000, cap: 5 })
      await expect(
        storage.counters.add('slow', { subject: null, at: 0, durationMs: 1000, cap: 5 }),
      ).rejects.toMatchObject({
        code: '57014',
      })
    })
    await waiting
    await fillPool()
    expect(proxy.connections()).toBe(before)
  })

  it('happy: closing does not wait for silent connections, whether they are used or not', soon, async () => {
    const other = openStorage({
      dataDir: place.dataDir,
      databaseUrl: proxy.url,
      postgresLimits: { poolSize, timeoutMs: 300 },
    })
    await Promise.all(Array.from({ length: 2 * poolSize }, () => ask(other)))
    let used: Promise<unknown> | undefined
    await new Promise<void>((resolve) => {
      used = other.transaction(async ({ counters }) => {
        proxy.silence()
        resolve()
        await counters.read('anything', 0)
      })
    })
    const ended = expect(used).rejects.toThrow('PostgreSQL gave no answer')
    await other.close()
    await ended
  })
})

describe('transactions of PostgreSQL that wait for each other', () => {
  let place: OpenDatabase
  let storage: OpenStorage
  beforeAll(async () => {
    place = await onPostgres.open()
    storage = openStorage(place)
    await storage.migrate()
  })
  afterAll(async () => {
    await storage.close()
    await place.close()
  })

  it('happy: after a deadlock the one that was rolled back runs again, and both succeed once', async () => {
    let tries = 0
    let holding = 0
    let go = () => {}
    const bothHold = new Promise<void>((resolve) => {
      go = resolve
    })
    const locking = (first: string, second: string) =>
      storage.transaction(async ({ counters }) => {
        tries += 1
        await counters.add(first, { subject: null, at: 0, durationMs: 1000, cap: 5 })
        holding += 1
        if (holding === 2) go()
        await bothHold
        await counters.add(second, { subject: null, at: 0, durationMs: 1000, cap: 5 })
      })
    await Promise.all([locking('a', 'b'), locking('b', 'a')])
    expect(tries).toBe(3)
    expect([await storage.counters.read('a', 1), await storage.counters.read('b', 1)]).toEqual([2, 2])
  })

  it('error: a transaction that is rolled back again and again fails after three tries', async () => {
    let tries = 0
    const failing = storage.transaction(async () => {
      tries += 1
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    await expect(failing).rejects.toThrow('could not serialize access')
    expect(tries).toBe(3)
  })

  it('happy: a message of a transaction that runs again is printed once', async () => {
    const printed: string[] = []
    const printing = announce(storage, { except: [], print: (line) => printed.push(line) })
    const message = {
      to: 'ann@example.com',
      channel: 'email',
      purpose: 'test',
      subject: 'Hello',
      body: 'Hello',
    } as const
    let tries = 0
    await printing.transaction(async ({ outbox }) => {
      tries += 1
      await outbox.insert({ ...message, id: 'once', code: null, link: null, language: 'en', createdAt: 0, attempts: 0 })
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    expect({ tries, printed: printed.length }).toEqual({ tries: 2, printed: 1 })
  })

  it('error: any other failure is not tried again', async () => {
    let tries = 0
    const failing = storage.transaction(async () => {
      tries += 1
      throw Object.assign(new Error('duplicate key'), { code: '23505' })
    })
    await expect(failing).rejects.toThrow('duplicate key')
    expect(tries).toBe(1)
  })
})
