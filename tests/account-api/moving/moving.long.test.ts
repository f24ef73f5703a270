import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentOf, goodPassword, worldForTest } from '#tests/account-api/worlds/world'
import { databaseForTest, databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { built, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { archivePath } from './archives'
import { fileOf, theirHashes } from './people-files'

const passphraseLine = 'a passphrase of an archive\n'

const adminOf = (place: OpenDatabase, words: string[]) => built('admin.js', words, environmentOf(place))

/** Runs the built `npm run admin -- …` until it exits. */
const admin = (place: OpenDatabase, words: string[]) => runProgram(...adminOf(place, words))

const countIn = async (place: OpenDatabase, table: string): Promise<number> =>
  Number((await lookInto<{ count: number | string }>(place, `select count(*) as count from ${table}`))[0]?.count)

describe.each(databases)('moving by the command line on $name', (database) => {
  const isSqlite = database.name === 'SQLite'
  const openPlace = () => databaseForTest(database.openMigrated)

  const peopleFile = (count: number, hash: string, more: string[] = []) => {
    const line = (at: number) => `id-${at},moved${at}@example.com,true,${hash}`
    const lines = Array.from({ length: count }, (_, at) => line(at))
    return fileOf('people.csv', ['id,email,email_verified,password_hash', ...lines, ...more].join('\n'))
  }

  it('error: a killed run can be repeated, and nobody is imported twice', async () => {
    const place = await openPlace()
    const { bcrypt = '' } = await theirHashes()
    const people = 6000
    const words = ['people', 'import', peopleFile(people, bcrypt)]
    const run = startProgram(...adminOf(place, words))
    await eventually('some people to come over', async () => (await countIn(place, 'accounts')) > 0, { seconds: 60 })
    await run.stop('SIGKILL')
    const before = await countIn(place, 'accounts')
    expect(before).toBeLessThan(people)
    expect(await countIn(place, 'imported_people')).toBe(before)
    const { said } = await admin(place, words)
    expect(said).toContain(`${people - before} were imported`)
    expect(said).toContain(`${before} were imported before`)
    expect(await countIn(place, 'accounts')).toBe(people)
    expect(await countIn(place, 'identifiers')).toBe(2 * people)
  })

  it('happy: a running deployment moves to another database, and its people sign in there', async () => {
    const world = await worldForTest(database)
    const { mobile, userId } = await world.registerBoth()
    const [path, passphraseFile] = [archivePath(), fileOf('passphrase', passphraseLine)]
    const sealing = ['--passphrase-file', passphraseFile]
    const exported = await admin(world.place, ['deployment', 'export', path, ...sealing])
    expect(exported).toEqual({ ended: 0, said: expect.stringContaining('and was read back. It is sealed.') })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    // On the same database, archive.long.test.ts imports.
    for (const target of databases.filter(({ name }) => name !== database.name)) {
      const place = await target.open()
      const imported = await admin(place, ['deployment', 'import', path, ...sealing])
      expect(imported).toEqual({ ended: 0, said: expect.stringContaining('as in the archive') })
      const other = await worldForTest({ openMigrated: async () => place })
      const typed = { account: mobile, password: goodPassword }
      expect(await other.person().accountLoginV2(typed)).toMatchObject({ ok: true, data: { user_id: userId } })
    }
  })

  it('error: next to a running account API, an import works on PostgreSQL, and on SQLite the command says why not', async () => {
    const place = await openPlace()
    untilTestEnds(await startAccountApi(environmentOf(place)))
    const { bcrypt = '' } = await theirHashes()
    const said = isSqlite ? /in use by process .* needs the file for itself/ : /1 were imported/
    expect(await admin(place, ['people', 'import', peopleFile(1, bcrypt)])).toEqual({
      ended: isSqlite ? 1 : 0,
      said: expect.stringMatching(said),
    })
  })

  // What a command does with its files and words, and says of them, hangs on no database.
  if (isSqlite) {
    it('happy: a dry run changes nothing and summarises by reason', async () => {
      const place = await openPlace()
      const { bcrypt = '' } = await theirHashes()
      const again = [0, 1].map((at) => `again-${at},moved${at}@example.com,true,${bcrypt}`)
      const file = peopleFile(3, bcrypt, ['md5,d@example.com,true,5f4dcc3b5aa765d61d8327deb882cf99', ...again])
      const dry = await admin(place, ['people', 'import', file, '--dry-run'])
      expect([dry.ended, dry.said.trim().split('\n')]).toEqual([
        0,
        [
          expect.stringMatching(/^line 5: refused: its password hash .*\.$/),
          'line 6: refused: line 2 has the same email.',
          'line 7: refused: line 3 has the same email.',
          '2 × refused: an earlier line has the same email.',
          expect.stringMatching(/^1 × refused: its password hash .*\.$/),
          '6 people are in the file. 3 would be imported, 0 of them without a part that is listed. 0 were imported before, 0 of them at their own sign-in. 3 are refused. Nothing was changed.',
        ],
      ])
      expect(await countIn(place, 'accounts')).toBe(0)
      expect(await admin(place, ['people', 'import', file])).toMatchObject({
        ended: 0,
        said: expect.stringContaining('3 were imported'),
      })
    })

    it('error: unknown arguments, invalid files and databases are reported, each with its exit code', async () => {
      const place = await openPlace()
      const missing = { ...place, dataDir: join(place.dataDir, 'none') }
      const file = peopleFile(1, '')
      expect(await admin(place, ['people', 'import', file, '--format', 'xml'])).toMatchObject({ ended: 2 })
      expect(await admin(place, ['people', 'import', '/nowhere.csv'])).toEqual({
        ended: 1,
        said: expect.stringContaining('Nothing more was done: /nowhere.csv could not be read'),
      })
      const short = fileOf('short', 'short\n')
      const sealed = await admin(place, ['deployment', 'export', archivePath(), '--passphrase-file', short])
      expect(sealed).toMatchObject({ ended: 1, said: expect.stringContaining('16 characters') })
      expect(await admin(missing, ['people', 'import', file])).toMatchObject({ ended: 1 })
      expect(await admin(missing, ['deployment', 'export', archivePath()])).toMatchObject({ ended: 1 })
      expect(existsSync(missing.dataDir)).toBe(false)
    })
  }
})
