import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '#account-api/database/migrations/index'
import { configCheck } from '#account-api/start/checks/config-check'
import { upgradeCheck } from '#account-api/start/checks/upgrade-check'
import { environmentOf } from '#tests/account-api/worlds/world'
import { databaseForTest, databaseHere, databases, storageHere } from '#tests/fixtures/databases/databases'
import { asLaterRelease } from '#tests/fixtures/databases/later-release'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const up = async () => undefined
const additive = { '2126-01-01-additive': { up } }
const breaking = {
  '2126-01-02-breaking': { up, stopFirst: 'Copies of the release before write to a table that ends.' },
}

describe.each(databases)('an upgrade on $name', (database) => {
  const isSqlite = database.name === 'SQLite'
  /** A SQLite file has one process, so that is always stopped first. */
  const rolling = isSqlite ? 3 : 0
  const place = databaseHere(database.openMigrated)
  // Copies of the deployed release run.
  const storage = storageHere(() => place)
  beforeAll(() => storage.probe())
  const check = (further = {}) => upgradeCheck(environmentOf(place), { ...migrations, ...further })

  it('happy: an upgrade can be rolling if its pending migrations are compatible with older copies', async () => {
    expect(await check()).toEqual({ code: rolling, text: expect.stringContaining('no migration waits') })
    expect(await check(additive)).toEqual({ code: rolling, text: expect.stringContaining('2126-01-01-additive') })
  })

  it('happy: an incompatible migration says why older copies have to stop', async () => {
    const { code, text } = await check({ ...additive, ...breaking })
    expect(code).toBe(3)
    expect(text).toContain('stop first: the start runs these migrations: 2126-01-01-additive, 2126-01-02-breaking.')
    expect(text).toContain('Copies of the release before write to a table that ends.')
  })

  it('happy: neither check runs a migration or creates a file', async () => {
    const [name] = Object.keys(additive)
    onTestFinished(asLaterRelease(additive))
    const files = readdirSync(place.dataDir)
    expect((await check()).text).toContain(name)
    const { text } = await configCheck(environmentOf(place), { isOffline: false, only: 'account-api' })
    expect(text).toContain(`the next start runs migrations: ${name}`)
    expect(await lookInto(place, `select name from kysely_migration where name = '${name}'`)).toEqual([])
    expect(readdirSync(place.dataDir)).toEqual(files)
  })

  it('error: a build older than the database is reported, with what to do', async () => {
    const newer = '2126-01-01-of-a-newer-version'
    await writeInto(place, `insert into kysely_migration (name, timestamp) values ($1, '2126-01-01')`, [newer])
    const { code, text } = await check()
    expect(code).toBe(1)
    expect(text).toMatch(/^not possible: the database belongs to a newer version .* or restore the backup/)
    const whole = await configCheck(environmentOf(place), { isOffline: false, only: 'account-api' })
    expect(whole.text).toMatch(/^error +DATA\w+ +the database belongs to a newer version/m)
    await writeInto(place, 'delete from kysely_migration where name = $1', [newer])
  })
})

describe.each(databases)('an empty database on $name', (database) => {
  it('happy: an empty database needs no stop, and stays empty', async () => {
    const place = await databaseForTest(database.open)
    const before = readdirSync(place.dataDir)
    expect(await upgradeCheck(environmentOf(place))).toEqual({ code: 0, text: expect.stringContaining('rolling') })
    expect(readdirSync(place.dataDir)).toEqual(before)
  })
})

describe('a database that cannot be opened', () => {
  const folder = ownFolder('upgrade-check')

  it('error: a silent PostgreSQL ends the check with 1, and no password is shown', async () => {
    const DATABASE_URL = `postgres://ann:hunter2@127.0.0.1:${await freePort()}/x`
    const { code, text } = await upgradeCheck({ DATA_DIR: folder.path, DATABASE_URL })
    expect(code).toBe(1)
    expect(text).toMatch(/^DATABASE_URL has to name a database that can be opened \(ECONNREFUSED\)/)
    expect(text).not.toContain('hunter2')
  })

  it('error: an unreadable path is not reported as an empty database', async () => {
    const file = folder.file('file', '')
    const { code, text } = await upgradeCheck({ DATA_DIR: file })
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('cannot be looked at (ENOTDIR)') })
    rmSync(file)
  })

  it('error: a file that is no database is reported, and so is one whose log only a start can read', async () => {
    const file = folder.at('butterfly.db')
    writeFileSync(file, 'no database'.repeat(1000), { mode: 0o600 })
    const damaged = await upgradeCheck({ DATA_DIR: folder.path })
    expect(damaged).toEqual({ code: 1, text: expect.stringContaining('put a backup in its place') })
    writeFileSync(`${file}-wal`, 'x')
    const unclosed = await upgradeCheck({ DATA_DIR: folder.path })
    expect(unclosed).toEqual({ code: 1, text: expect.stringContaining('was not closed') })
    expect(statSync(`${file}-wal`).size).toBe(1)
    expect(readdirSync(folder.path).sort()).toEqual(['butterfly.db', 'butterfly.db-wal'])
  })
})
