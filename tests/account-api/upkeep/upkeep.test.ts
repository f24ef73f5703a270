import { describe, expect, it } from 'vitest'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import { newId } from '#account-api/kernel/random'
import { openStorage } from '#account-api/start/storage'
import { expiringTables, usualKeeping } from '#account-api/upkeep/expiry'
import { batchRule } from '#account-api/upkeep/sweep'
import { startSweeping, startWatching } from '#account-api/upkeep/watching'
import { outboxEntry } from '#tests/account-api/channels/deliveries'
import { describeWorlds, worldOn } from '#tests/account-api/worlds/worlds'
import { databaseNamed } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { refuseDeletions } from '#tests/fixtures/databases/poison'
import { everyRow } from '#tests/fixtures/databases/tables'
import { changeForTest, untilTestEnds } from '#tests/fixtures/hooks'
import { eventually } from '#tests/fixtures/time/eventually'

const silent = { swept: () => undefined, overdue: () => undefined }
const one = { subject: null, by: 1 } as const

describeWorlds('upkeep on $name', (world) => {
  const accounts = async (count: number): Promise<string[]> => {
    const at = world.deployment.now()
    const ids = Array.from({ length: count }, () => newId(at))
    await world.storage.transaction(async ({ accounts, usernames }) => {
      for (const id of ids) {
        await accounts.insert({ id, accountType: 0, passwordHash: null, language: 'en', createdAt: at })
        await usernames.take({ value: `user-${id}`, skeleton: `user-${id}`, accountId: id, at })
      }
    })
    return ids
  }

  const isThere = async (id: string) => (await world.storage.accounts.profile(id)) !== undefined

  /** Yields to others while work is done. `count` returns how many turns they have had. */
  const countingTurns = async (work: (count: () => number) => Promise<unknown>) => {
    let turns = 0
    let isOver = false
    const others = (async () => {
      for (; !isOver; turns += 1) await new Promise(setImmediate)
    })()
    await work(() => turns)
    isOver = true
    await others
    return turns
  }

  const counted = async (table: string, condition: string) => {
    const query = `select count(*) as count from ${table} where ${condition}`
    return Number((await lookInto<{ count: number }>(world.place, query))[0]?.count)
  }

  const expiredCounters = (count: number, prefix: string, at: number) =>
    world.storage.counters.addAll(
      Array.from({ length: count }, (_, index) => ({ ...one, key: `${prefix}${index}`, expiresAt: at })),
    )

  it('error: accounts that cannot be erased delay no others, and are retried with growing delays', async () => {
    const [poisoned, others] = [await accounts(25), await accounts(25)]
    const day = world.deployment.now()
    for (const id of poisoned) await world.storage.standing.cancel(id, day - 1000)
    for (const id of others) await world.storage.standing.cancel(id, day)
    const cure = await refuseDeletions(world.place, 'accounts', 'id', poisoned)
    const before = world.logged().length
    // More poisoned accounts than are claimed at once, all of them due before the others.
    expect(await eraseDue(world.service)).toBe(25)
    for (const id of others) expect(await isThere(id)).toBe(false)
    const lines = () => world.logged().slice(before).split('\n')
    const tries = (id: string) => lines().filter((line) => line.includes(id) && line.includes('could not be erased'))
    for (const id of poisoned) expect(tries(id)).toHaveLength(1)

    const [first = ''] = poisoned
    for (const [minutes, tried] of [
      [0, 1],
      [1.1, 2],
      [1.1, 2],
      [1, 3],
    ] as const) {
      world.passMinutes(minutes)
      expect(await eraseDue(world.service)).toBe(0)
      expect(tries(first)).toHaveLength(tried)
    }
    expect(tries(first).at(-1)).toContain('"attempts":3')

    await cure()
    world.passMinutes(6 * 60)
    expect(await eraseDue(world.service)).toBe(25)
  })

  it('happy: a recently used session is kept, and one unused for 14 days is deleted', async () => {
    const [used, other] = [await world.registerMobile(), await world.registerMobile()]
    world.passMinutes(1)
    const unused = await world.registerMobile()
    const sessionsOf = (userId: string) => counted('sessions', `account_id = '${userId}'`)
    world.passMinutes(13 * 24 * 60)
    for (const { client } of [used, other]) await client.accountInfo({})
    world.passMinutes(2 * 24 * 60)
    // A batch that finds used rows alone does not end the sweep.
    changeForTest(batchRule, { first: 1, most: 1 })
    await world.storage.sweep(world.deployment.now())
    const left = await Promise.all([used, other, unused].map(({ userId }) => sessionsOf(userId)))
    expect(left).toEqual([1, 1, 0])
    expect((await world.storage.overdue(world.deployment.now())).expiredMs.get('sessions')).toBe(0)
    world.passMinutes(13 * 24 * 60)
    await world.storage.sweep(world.deployment.now())
    expect(await sessionsOf(used.userId)).toBe(0)
  })

  it('happy: the thread is yielded between any two erased accounts', async () => {
    const ids = await accounts(25)
    const now = world.deployment.now()
    for (const id of ids) await world.storage.standing.cancel(id, now)
    expect(await countingTurns(async () => expect(await eraseDue(world.service)).toBe(25))).toBeGreaterThanOrEqual(25)
  })

  it('error: a repeated change waits for its own day, however often the previous one failed', async () => {
    const [accountId = ''] = await accounts(1)
    const now = world.deployment.now()
    const { pendingChanges } = world.storage
    const about = { successor: null, isLost: false, askedBy: [] }
    const pending = { ...about, accountId, method: 'email', value: 'v', askedAt: now }
    await pendingChanges.put({ ...pending, takesEffectAt: now })
    expect((await world.storage.overdue(now)).pendingChanges.count).toBe(1)
    expect(await pendingChanges.claim(now, now + 60_000, 10)).toHaveLength(1)
    await pendingChanges.put({ ...pending, takesEffectAt: now + 1000 })
    await pendingChanges.postpone(pending, now + 3_600_000)
    expect(await pendingChanges.claim(now + 999, now + 60_000, 10)).toEqual([])
    const again = await pendingChanges.claim(now + 1000, now + 60_000, 10)
    expect(again).toEqual([{ accountId, method: 'email', attempts: 1 }])
    await pendingChanges.drop(accountId)
  })

  it('happy: every table with a column expires_at is swept', async () => {
    const swept: string[] = expiringTables(usualKeeping).map(({ table }) => table)
    const others = Object.keys(await everyRow(world.place)).filter((table) => !swept.includes(table))
    for (const table of others)
      await expect(lookInto(world.place, `select expires_at from ${table}`), table).rejects.toThrow('expires_at')
  })

  it('error: a table that cannot be swept is logged, and every other table is swept', async () => {
    const now = world.deployment.now()
    await expiredCounters(3, 'poisoned', now - 2 * 3_600_000)
    await world.storage.returnAddresses.insert({ handleHash: 'expired', address: '/', form: null, expiresAt: now - 1 })
    const cure = await refuseDeletions(world.place, 'counters', 'key', ['poisoned1'])
    const lines: { fields: object; message: string }[] = []
    const log = { info: () => undefined, error: (fields: object, message: string) => lines.push({ fields, message }) }
    const lineWith = (text: string) => eventually(text, async () => lines.find(({ message }) => message.includes(text)))
    const upkeep = { storage: world.storage, now: world.deployment.now, log, metrics: silent }
    const stopSweeping = startSweeping(upkeep)
    await lineWith('expired rows')
    await stopSweeping()
    expect(lines).toMatchObject([{ fields: { table: 'counters' } }])
    expect(await counted('return_addresses', `handle_hash = 'expired'`)).toBe(0)
    expect(await counted('counters', `key like 'poisoned%'`)).toBe(3)
    const stopWatching = startWatching(upkeep)
    const late = await lineWith('expired rows of these tables are not deleted')
    await stopWatching()
    expect(late.fields).toEqual({ tables: ['counters'] })
    await cure()
    expect((await world.storage.sweep(world.deployment.now()))?.deleted.get('counters')).toBeGreaterThanOrEqual(3)
  })

  it('happy: a sweep deletes everything expired in batches, and yields the thread between them', async () => {
    const now = world.deployment.now()
    for (let chunk = 0; chunk < 5; chunk += 1) await expiredCounters(500, `chunk${chunk}-`, now - 1)
    const batches: { table: string; limit: number; turns: number }[] = []
    await countingTurns((turns) =>
      world.storage.sweep(now, { onBatch: ({ table, limit }) => batches.push({ table, limit, turns: turns() }) }),
    )
    expect(await counted('counters', `key like 'chunk%'`)).toBe(0)
    const ofCounters = batches.filter(({ table }) => table === 'counters')
    expect(ofCounters.length).toBeGreaterThan(3)
    for (const { limit } of ofCounters) expect(limit).toBeLessThanOrEqual(batchRule.most)
    // Others had a turn between any two batches of the table.
    for (const [index, batch] of ofCounters.slice(1).entries())
      expect(batch.turns).toBeGreaterThan(ofCounters[index]?.turns ?? Infinity)
  })

  it('happy: a sweep told to stop ends after its current batch', async () => {
    const now = world.deployment.now()
    await expiredCounters(500, 'stopped', now - 1)
    const stopping = new AbortController()
    await world.storage.sweep(now, { stopped: stopping.signal, onBatch: () => stopping.abort() })
    expect(await counted('counters', `key like 'stopped%'`)).toBeGreaterThan(0)
    await world.storage.sweep(now)
    expect(await counted('counters', `key like 'stopped%'`)).toBe(0)
  })

  it('happy: overdue rows are counted up to a bound', async () => {
    const ids = await accounts(3)
    const now = world.deployment.now()
    for (const id of ids) await world.storage.standing.cancel(id, now - 60_000)
    const { erasures, messages } = await world.storage.overdue(now)
    expect(erasures).toEqual({ count: 3, oldestMs: 60_000 })
    for (const createdAt of [now - 1000, now - 2000])
      await world.storage.outbox.insert(outboxEntry({ channel: 'sms', createdAt }))
    const after = (await world.storage.overdue(now)).messages
    expect(after.sms.count).toBe(messages.sms.count + 2)
    expect(after.sms.oldestMs).toBeGreaterThanOrEqual(2000)
    expect(after.email).toEqual(messages.email)
    expect(await eraseDue(world.service)).toBe(3)
  })
})

describe('upkeep on SQLite only', () => {
  const world = worldOn(databaseNamed('SQLite'))

  it('happy: batches get smaller if rows are slow to delete', async () => {
    const now = world.deployment.now()
    const rows = Array.from({ length: 250 }, (_, index) => ({ ...one, key: `slow${index}`, expiresAt: now - 1 }))
    await world.storage.counters.addAll(rows)
    const slowly =
      'select count(*) from sqlite_master as one, sqlite_master as other, (select 1 union select 2 union select 3)'
    await writeInto(world.place, `create trigger slow before delete on counters begin ${slowly}; end`, [])
    const limits: number[] = []
    const onBatch = ({ table, limit }: { table: string; limit: number }) => table === 'counters' && limits.push(limit)
    changeForTest(batchRule, { first: 100 })
    await world.storage.sweep(now, { onBatch })
    expect(limits[0]).toBe(100)
    expect(Math.min(...limits)).toBeLessThan(100)
    expect(await world.storage.counters.readAll(['slow0', 'slow249'])).toEqual(new Map())
  })
})

describe('upkeep by two copies on PostgreSQL', () => {
  const world = worldOn(databaseNamed('PostgreSQL'))

  it('happy: one copy sweeps at a time, and another takes over when it dies', async () => {
    const other = untilTestEnds(openStorage(world.place))
    const now = world.deployment.now()
    const atOnce: unknown[] = []
    const onBatch = async () => atOnce.push(await other.sweep(now))
    expect(await world.storage.sweep(now, { onBatch })).toMatchObject({ failed: [] })
    expect(new Set(atOnce)).toEqual(new Set([undefined]))
    expect(await other.sweep(now)).toMatchObject({ failed: [] })
    // A killed copy never returns its lease.
    const lease = 'insert into leases (name, holder, until) values ($1, $2, $3)'
    await writeInto(world.place, lease, ['sweep', 'a dead copy', now + 60_000])
    expect(await other.sweep(now + 59_999)).toBeUndefined()
    expect(await other.sweep(now + 60_001)).toMatchObject({ failed: [] })
  })

  it('happy: a locked row is left for the next sweep', async () => {
    const now = world.deployment.now()
    await world.storage.counters.addAll([{ ...one, key: 'locked', expiresAt: now - 1 }])
    const other = untilTestEnds(openStorage(world.place))
    await world.storage.transaction(async ({ counters }) => {
      await counters.uncount('locked')
      expect(await other.sweep(now)).toMatchObject({ failed: [] })
    })
    expect(await world.storage.counters.readAll(['locked'])).toEqual(new Map([['locked', 0]]))
    await other.sweep(now)
    expect(await world.storage.counters.readAll(['locked'])).toEqual(new Map())
  })
})
