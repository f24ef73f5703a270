import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BareStorage, openStorage } from '#account-api/start/storage'
import { databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { serverUrlOf } from '#tests/fixtures/databases/look-into'

const poolSize = 3
const onPostgres = databases.filter(({ name }) => name === 'PostgreSQL')

/** Existing connections stay, so a former primary answers, which a failover has made a standby. */
describe.each(onPostgres)('a former primary, on $name', (database) => {
  let place: OpenDatabase
  let storage: BareStorage
  let operator: pg.Client
  beforeEach(async () => {
    place = await database.openMigrated()
    operator = new pg.Client(serverUrlOf(place))
    await operator.connect()
    await takesWrites(false)
    storage = openStorage({ ...place, databaseUrl: serverUrlOf(place), postgresLimits: { poolSize, timeoutMs: 5000 } })
    // Each connection of the pool has answered.
    await Promise.all(Array.from({ length: poolSize }, () => storage.counters.read('anything', 0)))
    await takesWrites(true)
  })
  afterEach(async () => {
    await storage.close()
    await operator.end()
    await place.close()
  })

  const takesWrites = (does: boolean) =>
    operator.query(`alter database ${operator.database} set default_transaction_read_only = ${does ? 'off' : 'on'}`)
  const count = (stores: Pick<BareStorage, 'counters'>) =>
    stores.counters.add('key', { subject: null, at: 1, durationMs: 1000, cap: 99 })

  it('happy: a transaction refused by a former primary is repeated on another connection, and counts once', async () => {
    await storage.transaction(async (stores) => void (await count(stores)))
    expect(await storage.counters.read('key', 2)).toBe(1)
  })

  it('error: a single write fails once, and later writes use another connection', async () => {
    await expect(count(storage)).rejects.toMatchObject({ code: '25006' })
    await Promise.all(Array.from({ length: 2 * poolSize }, () => count(storage)))
    expect(await storage.counters.read('key', 2)).toBe(2 * poolSize)
  })

  it('error: while no server accepts writes, a transaction fails with the reason', async () => {
    await takesWrites(false)
    await expect(storage.transaction((stores) => count(stores))).rejects.toMatchObject({ code: '25006' })
  })
})
