import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { fill, filledAt, NotOurs } from '#bench/seed/fill'
import { tables } from '#bench/seed/shares/shares'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { databaseForTest, databaseHere, databases } from '#tests/fixtures/databases/databases'
import { everyRow } from '#tests/fixtures/databases/tables'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'

const accounts = 200
const now = Date.now()

describe.each(databases)('seeding a database on $name', (database) => {
  const place = databaseHere(database.open)
  /**
   * Running copies have leases and probes, SQLite keeps its nonces in memory, and each kind of an imported hash costs
   * all wrong passwords a comparison.
   */
  const notSeeded = [
    'imported_hash_kinds',
    'leases',
    ...(database.name === 'SQLite' ? ['nonces'] : []),
    'probes',
    'signing_keys',
  ]

  beforeAll(() => fill(place, { number: 1, accounts, now }))

  it('happy: the seed fills every table of the schema', async () => {
    const rows = await everyRow(place)
    const ours = Object.keys(rows).filter((table) => !/^(kysely|sqlite)_/.test(table) && table !== 'seeded')
    expect(ours.sort()).toEqual([...tables].sort())
    expect(ours.filter((table) => rows[table]?.length === 0).sort()).toEqual(notSeeded)
    expect(rows.accounts).toHaveLength(accounts)
  })

  it('happy: every row that names an account names an existing one', async () => {
    const { accounts: owners = [], ...others } = await everyRow(place)
    const ids = new Set(owners.map(({ id }) => id))
    const named = Object.values(others).flatMap((rows) => rows.map(({ account_id }) => account_id))
    const [strays, found] = [named.filter((id) => id && !ids.has(id)), named.filter((id) => ids.has(id))]
    expect([strays, found.length > accounts]).toEqual([[], true])
  })

  it('happy: the rows depend only on the number and the time', async () => {
    const other = await databaseForTest(database.open)
    await fill(other, { number: 1, accounts, now })
    const [first, second] = [await everyRow(place), await everyRow(other)]
    for (const table of ['identifiers', 'sessions', 'activity', 'counters', 'outbox'])
      expect(second[table]).toEqual(first[table])
  })

  it('happy: a seeded database can be seeded again, and records its parameters', async () => {
    const other = await databaseForTest(database.open)
    await fill(other, { number: 1, accounts: 40, now })
    await fill(other, { number: 2, accounts: 20, now })
    expect((await everyRow(other)).accounts).toHaveLength(20)
    expect(await filledAt(other)).toEqual({ number: 2, accounts: 20, now })
  })
})

describe('npm run seed', () => {
  it('security: the seed refuses a production deployment', async () => {
    const folder = folderForTest('seed')
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder.path, DEPLOYMENT: 'production' }
    const { ended, said } = await runProgram(process.execPath, [`${root}scripts/seed.mjs`, '--accounts', '20'], { env })
    expect([ended, readdirSync(folder.path)]).toEqual([1, []])
    expect(said).toContain('DEPLOYMENT is production: nothing was written.')
  })
})

describeWorlds('a database in use on $name', (world) => {
  it('security: data that was not seeded is never touched', async () => {
    const { userId } = await world.registerMobile()
    await expect(fill(world.place, { number: 1, accounts: 20, now })).rejects.toThrow(NotOurs)
    expect(await world.profileOf(userId)).toBeDefined()
    expect(Object.keys(await everyRow(world.place))).not.toContain('seeded')
  })
})
