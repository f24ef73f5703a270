import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { backup as backUp } from '#account-api/custody/backup/backup'
import { application, environmentOf } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { backedUp, custody, failing } from './backed-up'

const secret = 'a generated key of forty-three characters ..'

describe.each(databases)('a backup on $name', (database) => {
  const of = backedUp(database)
  beforeAll(async () => {
    writeFileSync(join(of.world.place.dataDir, 'session-secrets'), `${secret}\n`, { mode: 0o600 })
    await of.world.registerMobile()
  })

  const manifestOf = (name: string) => JSON.parse(readFileSync(join(of.at(name), 'manifest.json'), 'utf8'))

  it('happy: a backup is made next to a running account API, and lists its contents', async () => {
    const { text, code } = await of.backup([of.at('one')])
    expect(code, text).toBe(0)
    expect(text).toContain(`${of.at('one')} is complete: `)
    const file = database.name === 'SQLite' ? 'butterfly.db' : 'butterfly.dump'
    expect(readdirSync(of.at('one')).sort()).toEqual([file, 'manifest.json', 'session-secrets'])
    expect(manifestOf('one')).toMatchObject({ database: database.name, secrets: ['session-secrets'], sealedBy: null })
    expect(manifestOf('one').rows.accounts).toBe(1)
    expect(existsSync(`${of.at('one')}.unfinished`)).toBe(false)
  })

  it('security: only its owner can open a backup, and neither its manifest nor the output has a secret', async () => {
    const { text } = await of.backup([of.at('private')])
    expect(statSync(of.at('private')).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(of.at('private')))
      expect(statSync(join(of.at('private'), name)).mode & 0o777, name).toBe(0o600)
    for (const said of [text, JSON.stringify(manifestOf('private'))]) {
      expect(said).not.toContain(secret)
      expect(said).not.toContain(application.key)
    }
    expect(text).toContain('It is useless without ACCOUNT_API_KEY')
    expect(manifestOf('private').needs.ACCOUNT_API_KEY).toEqual([expect.stringMatching(/^[\w-]{12}$/)])
  })

  it('security: with a passphrase, no secret is stored in the clear', async () => {
    const passphrase = of.file('passphrase', 'fourteen calm violins\n')
    expect(await of.backup([of.at('sealed'), '--passphrase-file', passphrase])).toMatchObject({ code: 0 })
    expect(readdirSync(of.at('sealed'))).toContain('secrets.sealed')
    expect(readdirSync(of.at('sealed'))).not.toContain('session-secrets')
    for (const name of readdirSync(of.at('sealed')))
      expect(readFileSync(join(of.at('sealed'), name)).includes(secret), name).toBe(false)
  })

  it('error: a short or missing passphrase makes no backup', async () => {
    of.file('short', 'violin\n')
    for (const [name, why] of [
      ['short', 'at least 12 characters'],
      ['missing', 'cannot be read (ENOENT)'],
    ] as const) {
      expect(await of.backup([of.at('none'), '--passphrase-file', of.at(name)])).toEqual(failing(why))
    }
    expect(existsSync(of.at('none'))).toBe(false)
  })

  it('security: a backup overwrites nothing: no folder, no file, and no unfinished backup', async () => {
    mkdirSync(of.at('folder'))
    of.file('file', 'mine')
    mkdirSync(of.at('begun.unfinished'))
    of.file('begun.unfinished/other', 'of another')
    for (const name of ['folder', 'file', 'begun']) expect((await of.backup([of.at(name)])).code, name).toBe(1)
    expect(readdirSync(of.at('folder'))).toEqual([])
    expect(readFileSync(of.at('file'), 'utf8')).toBe('mine')
    expect(readdirSync(of.at('begun.unfinished'))).toEqual(['other'])
  })

  it('security: --keep removes only backups made by this command, and never the newest', async () => {
    const to = { in: of.at('backups'), keep: 2 }
    const made = (day: number) =>
      backUp(environmentOf(of.world.place), { to, now: () => Date.UTC(2126, 0, day, 3, 15) })
    await made(1)
    await made(2)
    const own = (name: string) => join(of.at('backups'), name)
    // Names that only look like backups, and a backup that was interrupted long ago.
    mkdirSync(own('butterfly-2020-01-01T000000Z'))
    mkdirSync(own('butterfly-2020-01-01T000000Z-mine'))
    mkdirSync(own('butterfly-2125-12-31T031500Z.unfinished'))
    utimesSync(own('butterfly-2125-12-31T031500Z.unfinished'), new Date(), new Date(Date.UTC(2125, 11, 31)))
    writeFileSync(own('notes'), '')
    expect(await made(3)).toContain('Removed: butterfly-2126-01-01T031500Z, butterfly-2125-12-31T031500Z.unfinished.')
    expect(readdirSync(of.at('backups')).sort()).toEqual([
      'butterfly-2020-01-01T000000Z',
      'butterfly-2020-01-01T000000Z-mine',
      'butterfly-2126-01-02T031500Z',
      'butterfly-2126-01-03T031500Z',
      'notes',
    ])
  })

  it('error: an unwritable target and unknown arguments are refused', async () => {
    expect(await of.backup([`${of.file('no-folder', '')}/backup`])).toEqual(failing('cannot be used (EEXIST)'))
    for (const words of [[], ['--keep', '2'], [of.at('x'), '--to', of.at('y')], ['--to', of.at('y'), '--keep', '0']])
      await expect(custody(['backup', ...words])).rejects.toThrow('nobody knows')
  })
})

describe('without a database', () => {
  it('error: a backup without a database is refused, and the settings are named', async () => {
    const folder = folderForTest('nothing')
    const source = { DATA_DIR: folder.at('data') }
    expect(await custody(['backup', folder.at('at/all')], source)).toEqual(failing('There is no database at'))
    expect(readdirSync(folder.path)).toEqual([])
  })
})
