import { describe, expect, it } from 'vitest'
import { announce } from '#account-api/channels/terminal'
import { type BareStorage, openStorage } from '#account-api/start/storage'
import { outboxEntry } from '#tests/account-api/channels/deliveries'
import { atOnce } from '#tests/account-api/worlds/world'
import { databaseHere, databaseNamed, storageHere } from '#tests/fixtures/databases/databases'
import { startSilentProxy } from '#tests/fixtures/databases/silent-proxy'
import { runningHere } from '#tests/fixtures/hooks'
import { promised } from '#tests/fixtures/time/promised'

const onPostgres = databaseNamed('PostgreSQL')

const ask = ({ counters }: BareStorage) => counters.read('anything', 0)

/** Increments a counter. The row stays locked while a transaction continues. */
const countIn = ({ counters }: Pick<BareStorage, 'counters'>, key: string, at = 0) =>
  counters.add(key, { subject: null, at, durationMs: 1000, cap: 5 })

/** Far above the limit of a statement here, and far below the minutes after which a system gives up a connection. */
const soon = { timeout: 20_000 }

describe('connections to PostgreSQL that fall silent', soon, () => {
  const place = databaseHere(onPostgres.open)
  const proxy = runningHere(() => startSilentProxy(place.databaseUrl ?? ''))
  const poolSize = 3
  const throughProxy = () => ({ ...place, databaseUrl: proxy.url, postgresLimits: { poolSize, timeoutMs: 300 } })
  const storage = storageHere(throughProxy)

  const fillPool = (of = storage) => atOnce(2 * poolSize, () => ask(of))

  it('error: a call on a silent connection fails, and later calls get a new pool of the configured size', async () => {
    await fillPool()
    proxy.silence()
    const before = proxy.connections()
    await expect(ask(storage)).rejects.toThrow('PostgreSQL gave no answer within 1300 ms')
    // The pool’s other connections are silent too, and nobody has to wait for each of them.
    await fillPool()
    expect(proxy.connections() - before).toBe(poolSize)
  })

  it('error: a transaction on a silent connection fails with the reason, and its locks are released', async () => {
    await countIn(storage, 'held')
    const cutOff = storage.transaction(async (stores) => {
      await countIn(stores, 'held', 1)
      proxy.silence()
      await countIn(stores, 'held', 2)
    })
    await expect(cutOff).rejects.toThrow('PostgreSQL gave no answer within 1300 ms')
    await countIn(storage, 'held', 3)
    expect(await storage.counters.read('held', 4)).toBe(2)
  })

  it('error: calls fail while new connections are silent too, and succeed afterwards', async () => {
    await fillPool()
    proxy.silence()
    proxy.silenceNew(true)
    await expect(ask(storage)).rejects.toThrow()
    await expect(ask(storage)).rejects.toThrow()
    proxy.silenceNew(false)
    await fillPool()
  })

  it('error: a statement that PostgreSQL cancels by its own limit keeps its connection', async () => {
    await fillPool()
    const before = proxy.connections()
    await storage.transaction(async (stores) => {
      await countIn(stores, 'slow')
      await expect(countIn(storage, 'slow')).rejects.toMatchObject({ code: '57014' })
    })
    await fillPool()
    expect(proxy.connections()).toBe(before)
  })

  it('happy: closing does not wait for silent connections, in use or not', async () => {
    const other = openStorage(throughProxy())
    await fillPool(other)
    const begun = promised()
    const used = other.transaction(async ({ counters }) => {
      proxy.silence()
      begun.resolve()
      await counters.read('anything', 0)
    })
    await begun.promise
    const ended = expect(used).rejects.toThrow('PostgreSQL gave no answer')
    await other.close()
    await ended
  })
})

describe('transactions of PostgreSQL that wait for each other', () => {
  const place = databaseHere(onPostgres.open)
  const storage = storageHere(() => place)

  it('happy: after a deadlock the transaction that was rolled back is retried, and both succeed once', async () => {
    let tries = 0
    let holding = 0
    const bothHold = promised()
    const locking = (first: string, second: string) =>
      storage.transaction(async (stores) => {
        tries += 1
        await countIn(stores, first)
        holding += 1
        if (holding === 2) bothHold.resolve()
        await bothHold.promise
        await countIn(stores, second)
      })
    await Promise.all([locking('a', 'b'), locking('b', 'a')])
    expect(tries).toBe(3)
    expect([await storage.counters.read('a', 1), await storage.counters.read('b', 1)]).toEqual([2, 2])
  })

  it.each([
    ['could not serialize access', '40001', 3],
    ['duplicate key', '23505', 1],
  ])('error: a transaction that always fails with “%s” (%s) is tried at most %i times', async (reason, code, most) => {
    let tries = 0
    const failing = storage.transaction(async () => {
      tries += 1
      throw Object.assign(new Error(reason), { code })
    })
    await expect(failing).rejects.toThrow(reason)
    expect(tries).toBe(most)
  })

  it('happy: a message of a retried transaction is printed once', async () => {
    const printed: string[] = []
    const printing = announce(storage, { except: [], print: (line) => printed.push(line) })
    const message = outboxEntry()
    let tries = 0
    await printing.transaction(async ({ outbox }) => {
      tries += 1
      await outbox.insert(message)
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    expect({ tries, printed: printed.length }).toEqual({ tries: 2, printed: 1 })
  })
})
