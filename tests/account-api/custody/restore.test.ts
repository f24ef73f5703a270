import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restore } from '#account-api/custody/restore/restore'
import { migrations } from '#account-api/database/migrations/index'
import { openStorage } from '#account-api/start/storage'
import { addWebhook, told } from '#tests/account-api/operator/webhooks/webhooks'
import { databases } from '#tests/fixtures/databases/databases'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'
import { custody, openBackedUp } from './backed-up'

type BackedUp = Awaited<ReturnType<typeof openBackedUp>>

const secret = 'a generated key of forty-three characters ..'

describe.each(databases)('a restore on $name', (database) => {
  let of: BackedUp
  let person: Awaited<ReturnType<BackedUp['world']['registerMobile']>>
  beforeAll(async () => {
    of = await openBackedUp(database)
    writeFileSync(join(of.world.place.dataDir, 'session-secrets'), `${secret}\n`, { mode: 0o600 })
    writeFileSync(of.at('passphrase'), 'fourteen calm violins\n')
    writeFileSync(of.at('another'), 'fourteen loud violins\n')
    person = await of.world.registerMobile()
    await of.backup([of.at('good')])
    await of.backup([of.at('sealed'), '--passphrase-file', of.at('passphrase')])
  })
  afterAll(() => of.close())

  const signIn = (world: BackedUp['world'], { mobile, password } = person) =>
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
    const signedIn = (world: BackedUp['world']) => world.person({ jar: person.jar }).checkLogin({})
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
    const { words, place } = await of.emptyPlace()
    await custody(['restore', of.at('good'), ...words])
    const before = await lookInto<{ id: string }>(place, 'select id from accounts')
    const second = await custody(['restore', of.at('good'), ...words])
    expect([second.code, second.text]).toEqual([1, expect.stringContaining('is not empty')])
    expect(await lookInto(place, 'select id from accounts')).toEqual(before)
    mkdirSync(of.at('mine'))
    writeFileSync(join(of.at('mine'), 'note'), 'mine')
    const into = place.databaseUrl === undefined ? [of.at('mine')] : [place.databaseUrl, '--data-dir', of.at('mine')]
    expect((await custody(['restore', of.at('good'), '--into', ...into])).code).toBe(1)
    expect(readdirSync(of.at('mine'))).toEqual(['note'])
  })

  const refused = async (name: string, further: string[] = []) => {
    const { words, place } = await of.emptyPlace()
    const { text, code } = await custody(['restore', of.at(name), ...words, ...further])
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
    appendFileSync(join(of.at('changed'), database.name === 'SQLite' ? 'butterfly.db' : 'butterfly.dump'), 'x')
    expect(await refused('changed')).toContain('missing, damaged or changed')
    mkdirSync(of.at('empty'))
    expect(await refused('empty')).toContain('is not a complete backup')
  })

  it('error: if a restore fails halfway, no account API starts on the result', async () => {
    await of.backup([of.at('other-rows')])
    const file = join(of.at('other-rows'), 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.rows.accounts += 1
    writeFileSync(file, JSON.stringify(manifest))
    const { words, place } = await of.emptyPlace()
    const { text, code } = await custody(['restore', of.at('other-rows'), ...words])
    expect([code, text]).toEqual([1, expect.stringContaining('accounts have other numbers of rows')])
    if (place.databaseUrl === undefined) expect(readdirSync(place.dataDir)).not.toContain('butterfly.db')
    else {
      const storage = openStorage(place)
      await expect(storage.migrate()).rejects.toThrow('already exists')
      await storage.close()
    }
    expect(await custody(['restore', of.at('good'), ...words])).toMatchObject({ code: 1 })
  })

  it('error: a backup of a newer build, or of the other database, is refused', async () => {
    const newer = '2126-01-01-of-a-newer-version'
    const noted = `insert into kysely_migration (name, timestamp) values ($1, '2126-01-01')`
    await writeInto(of.world.place, noted, [newer])
    await of.backup([of.at('newer')])
    await writeInto(of.world.place, 'delete from kysely_migration where name = $1', [newer])
    expect(await refused('newer')).toMatch(/not possible: the database belongs to a newer version/)
    const { place } = await of.emptyPlace()
    const other = place.databaseUrl === undefined ? 'postgres://127.0.0.1/x' : of.at('x')
    await expect(restore(of.at('good'), { into: other })).rejects.toThrow(`The backup is of ${database.name}`)
  })

  it('happy: a restore with a newer build lists the migrations that the start will run', async () => {
    const newer = { ...migrations, '2126-01-01-additive': { up: async () => undefined } }
    const { place } = await of.emptyPlace()
    const into = place.databaseUrl ?? place.dataDir
    const said = await restore(of.at('good'), { into, dataDir: place.dataDir, migrations: newer })
    expect(said).toContain('the start runs these migrations: 2126-01-01-additive')
  })
})
