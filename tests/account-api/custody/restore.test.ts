import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { restore } from '#account-api/custody/restore/restore'
import { migrations } from '#account-api/database/migrations/index'
import { openStorage } from '#account-api/start/storage'
import { addWebhook, told } from '#tests/account-api/operator/webhooks/webhooks'
import type { World } from '#tests/account-api/worlds/world'
import { databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { backedUp, custody, failing, intoOf } from './backed-up'

const secret = 'a generated key of forty-three characters ..'

describe.each(databases)('a restore on $name', (database) => {
  const of = backedUp(database)
  let person: Awaited<ReturnType<World['registerMobile']>>
  beforeAll(async () => {
    writeFileSync(join(of.world.place.dataDir, 'session-secrets'), `${secret}\n`, { mode: 0o600 })
    of.file('passphrase', 'fourteen calm violins\n')
    of.file('another', 'fourteen loud violins\n')
    person = await of.world.registerMobile()
    await of.backup([of.at('good')])
    await of.backup([of.at('sealed'), '--passphrase-file', of.at('passphrase')])
  })

  const signIn = (world: World, { mobile, password } = person) =>
    world.person().accountLoginV2({ account: mobile, password })

  it('happy: a person signs in as at the time of the backup, with the secrets generated then', async () => {
    const later = await of.world.registerMobile()
    const { said, world } = await of.restored('good')
    expect(await signIn(world)).toMatchObject({ ok: true, data: { user_id: person.userId } })
    expect(await signIn(world, later)).toMatchObject({ ok: false, code: 'wrong_credentials' })
    expect(readFileSync(join(world.place.dataDir, 'session-secrets'), 'utf8')).toBe(`${secret}\n`)
    expect(said).toContain('no migration waits')
    expect(said).toContain(`DATA_DIR=${world.place.dataDir}`)
    for (const name of readdirSync(world.place.dataDir))
      expect(statSync(join(world.place.dataDir, name)).mode & 0o077, name).toBe(0)
  })

  it('security: sessions end unless the operator chooses to keep them', async () => {
    const signedIn = (world: World) => world.person({ jar: person.jar }).checkLogin({})
    const kept = await of.restored('good', ['--end-sessions', 'no'])
    expect(await signedIn(kept.world)).toMatchObject({ data: { signed_in: true } })
    expect(kept.said).toContain('All sessions go on.')
    const ended = await of.restored('good')
    expect(await signedIn(ended.world)).toMatchObject({ data: { signed_in: false } })
  })

  it('security: a webhook removed after the backup gets no event, and no sent message is sent again', async () => {
    const { world } = of
    const { id } = await addWebhook(world, 'http://127.0.0.1:9/', '*')
    await told(world, 'test', id)
    await world.registerMobile()
    await of.backup([of.at('with-webhook')])
    await told(world, 'remove', id)
    const again = await of.restored('with-webhook')
    expect(await told(again.world)).toMatch(/off since .* \(restored\)$/)
    expect(await lookInto(again.world.place, 'select 1 from webhook_deliveries')).toEqual([])
    expect(await lookInto(again.world.place, 'select 1 from events where is_unread = 1')).toEqual([])
  })

  it('error: a target that is not empty is not changed', async () => {
    const place = await of.emptyPlace()
    const restoreInto = (into: OpenDatabase) => custody(['restore', of.at('good'), ...intoOf(into)])
    await restoreInto(place)
    const before = await lookInto<{ id: string }>(place, 'select id from accounts')
    expect(await restoreInto(place)).toEqual(failing('is not empty'))
    expect(await lookInto(place, 'select id from accounts')).toEqual(before)
    mkdirSync(of.at('mine'))
    of.file('mine/note', 'mine')
    expect((await restoreInto({ ...place, dataDir: of.at('mine') })).code).toBe(1)
    expect(readdirSync(of.at('mine'))).toEqual(['note'])
  })

  const refused = async (name: string, further: string[] = []) => {
    const place = await of.emptyPlace()
    const { text, code } = await custody(['restore', of.at(name), ...intoOf(place), ...further])
    expect(code, text).toBe(1)
    if (place.databaseUrl === undefined) expect(() => readdirSync(place.dataDir)).toThrow('ENOENT')
    else expect(await lookInto(place, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
    return text
  }

  it('security: sealed secrets are restored by their passphrase, and not with a wrong or missing one', async () => {
    const { world } = await of.restored('sealed', ['--passphrase-file', of.at('passphrase')])
    expect(readFileSync(join(world.place.dataDir, 'session-secrets'), 'utf8')).toBe(`${secret}\n`)
    expect(await refused('sealed')).toContain('--passphrase-file')
    expect(await refused('sealed', ['--passphrase-file', of.at('another')])).toContain('does not open')
  })

  it('error: a modified backup or an invalid folder restores nothing', async () => {
    await of.backup([of.at('changed')])
    appendFileSync(of.at(`changed/butterfly.${database.name === 'SQLite' ? 'db' : 'dump'}`), 'x')
    expect(await refused('changed')).toContain('missing, damaged or changed')
    mkdirSync(of.at('empty'))
    expect(await refused('empty')).toContain('is not a complete backup')
  })

  it('error: if a restore fails halfway, no account API starts on the result', async () => {
    await of.backup([of.at('other-rows')])
    const manifest = JSON.parse(readFileSync(of.at('other-rows/manifest.json'), 'utf8'))
    manifest.rows.accounts += 1
    of.file('other-rows/manifest.json', JSON.stringify(manifest))
    const place = await of.emptyPlace()
    expect(await custody(['restore', of.at('other-rows'), ...intoOf(place)])).toEqual(
      failing('accounts have other numbers of rows'),
    )
    if (place.databaseUrl === undefined) expect(readdirSync(place.dataDir)).not.toContain('butterfly.db')
    else {
      const storage = openStorage(place)
      await expect(storage.migrate()).rejects.toThrow('already exists')
      await storage.close()
    }
    expect(await custody(['restore', of.at('good'), ...intoOf(place)])).toMatchObject({ code: 1 })
  })

  it('error: a backup of a newer build, or of the other database, is refused', async () => {
    const newer = '2126-01-01-of-a-newer-version'
    const noted = `insert into kysely_migration (name, timestamp) values ($1, '2126-01-01')`
    await writeInto(of.world.place, noted, [newer])
    await of.backup([of.at('newer')])
    await writeInto(of.world.place, 'delete from kysely_migration where name = $1', [newer])
    expect(await refused('newer')).toMatch(/not possible: the database belongs to a newer version/)
    const other = database.name === 'SQLite' ? 'postgres://127.0.0.1/x' : of.at('x')
    await expect(restore(of.at('good'), { into: other })).rejects.toThrow(`The backup is of ${database.name}`)
  })

  it('happy: a restore with a newer build lists the migrations that the start will run', async () => {
    const newer = { ...migrations, '2126-01-01-additive': { up: async () => undefined } }
    const place = await of.emptyPlace()
    const into = place.databaseUrl ?? place.dataDir
    const said = await restore(of.at('good'), { into, dataDir: place.dataDir, migrations: newer })
    expect(said).toContain('the start runs these migrations: 2126-01-01-additive')
  })
})
