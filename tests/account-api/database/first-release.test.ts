import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratePostgres, migrateSqlite } from '#account-api/database/migrate'
import { migrations } from '#account-api/database/migrations/index'
import { sqliteDialect } from '#account-api/database/sqlite'
import { upgradeCheck } from '#account-api/start/checks/upgrade-check'
import { sqliteFile } from '#account-api/start/storage'
import { seededPassword } from '#bench/seed/person'
import { openWriter, type Row } from '#bench/seed/writer'
import { custody, intoOf } from '#tests/account-api/custody/backed-up'
import { environmentOf, openWorld } from '#tests/account-api/worlds/world'
import { databaseForTest, databaseHere, databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { asLaterRelease } from '#tests/fixtures/databases/later-release'
import { everyRow } from '#tests/fixtures/databases/tables'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { root } from '#tests/fixtures/programs/server'

/** Every row of a database that was seeded by the first release, by table, in the order in which tables were made. */
const firstRelease = (): Record<string, Row[]> =>
  JSON.parse(gunzipSync(readFileSync(join(root, 'tests/fixtures/databases/first-release.json.gz'))).toString())

const [first = ''] = Object.keys(migrations)
const log = { info: () => undefined, warn: () => undefined }

/** Creates a database as the first release left it. */
const install = async (place: OpenDatabase): Promise<void> => {
  const only = { migrations: { [first]: migrations[first] as (typeof migrations)[string] }, log }
  if (place.databaseUrl !== undefined) await migratePostgres(place.databaseUrl, only)
  else {
    const database = new Kysely<unknown>({ dialect: sqliteDialect(join(place.dataDir, sqliteFile)) })
    await migrateSqlite(database, only).finally(() => database.destroy())
  }
  const writer = await openWriter(place, { isBulk: false })
  for (const [table, rows] of Object.entries(firstRelease())) if (rows.length > 0) await writer.insert(table, rows)
  await writer.close()
}

describe.each(databases)('a database of the first release on $name', (database) => {
  const folder = ownFolder('first-release')
  const backup = folder.at('backup')
  const rows = firstRelease()
  const place = databaseHere(database.open)
  let asThisRelease: () => void
  beforeAll(async () => {
    asThisRelease = asLaterRelease()
    await install(place)
    const { text, code } = await custody(['backup', backup], environmentOf(place))
    if (code !== 0) throw new Error(text)
  })
  afterAll(() => asThisRelease())

  /** Long ago by now, but not for the people of that database. */
  const now = () => Math.max(...(rows.accounts ?? []).map(({ last_used_at }) => Number(last_used_at)))

  /** Starts the later build on a database, and signs in its first open account with a password. */
  const signInAt = async (there: OpenDatabase) => {
    const world = await openWorld({ openMigrated: async () => ({ ...there, close: async () => undefined }) }, { now })
    await world.storage.migrate()
    const waiting = new Set(rows.pending_changes?.map(({ account_id }) => account_id))
    const person = rows.accounts?.find(
      ({ id, password_hash, erase_at, frozen_at }) =>
        password_hash !== null && erase_at === null && frozen_at === null && !waiting.has(id),
    )
    const account = rows.identifiers?.find(({ account_id, kind }) => account_id === person?.id && kind === 'username')
    const answer = await world.person().accountLoginV2({ account: String(account?.value), password: seededPassword })
    await world.close()
    return { answer, person }
  }

  it('happy: the fixture has rows in every table that outlives a process', () => {
    const empty = Object.entries(rows).flatMap(([table, each]) => (each.length === 0 ? table : []))
    expect(empty).toEqual(['nonces', 'nonce_memory', 'leases', 'probes', 'signing_keys', 'imported_hash_kinds'])
  })

  it('happy: a later build restores its backup, migrates it at the start, and a person signs in', async () => {
    const other = { ...(await databaseForTest(database.open)), dataDir: folder.at('restored') }
    const { text, code } = await custody(['restore', backup, ...intoOf(other)])
    const later = Object.keys(migrations).slice(1).join(', ')
    expect([code, text]).toEqual([0, expect.stringContaining(`the start runs these migrations: ${later}.`)])
    const { answer, person } = await signInAt(other)
    expect(answer).toMatchObject({ ok: true, data: { user_id: person?.id } })
  })

  it('happy: a later build upgrades it in place: no row is lost, and a person signs in', async () => {
    const source = environmentOf(place)
    const { text } = await upgradeCheck(source)
    for (const name of Object.keys(migrations).slice(1)) expect(text).toContain(name)
    const { answer, person } = await signInAt(place)
    expect(answer).toMatchObject({ ok: true, data: { user_id: person?.id } })
    expect((await upgradeCheck(source)).text).toContain('no migration waits')
    const after = await everyRow(place)
    for (const table of ['accounts', 'identifiers', 'organisations', 'identities', 'authorisations', 'images', 'roles'])
      expect(after[table], table).toHaveLength(rows[table]?.length ?? -1)
    expect(after.invitation_name_parts?.length).toBeGreaterThan(0)
    expect(after.shoes).toHaveLength(rows.accounts?.length ?? -1)
  })
})
