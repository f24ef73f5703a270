import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { notCarried } from '#account-api/moving/archive/archive-format'
import { BadFile } from '#account-api/moving/bad-file'
import { describeWorlds, goodPassword, worldForTest } from '#tests/account-api/worlds/worlds'
import { databaseForTest, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { fill } from '#tests/fixtures/databases/fill'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { everyRow } from '#tests/fixtures/databases/tables'
import { archivePath, exportFrom, importInto } from './archives'

const passphrase = 'a passphrase of an archive'

/** The rows that an archive carries, in their own order. */
const carriedRows = async (place: OpenDatabase) => {
  const rows = Object.entries(await everyRow(place)).filter(
    ([table]) => !(notCarried as readonly string[]).includes(table),
  )
  return Object.fromEntries(
    rows
      .filter(([table]) => !table.startsWith('sqlite_'))
      .map(([table, all]) => [table, all.map((row) => JSON.stringify(Object.entries(row).sort())).sort()]),
  )
}

describeWorlds('an archive of a deployment on $name', (world, database) => {
  const emptyPlace = () => databaseForTest(database.openMigrated)

  const refusal = async (from: string, given?: string): Promise<string> => {
    const place = await emptyPlace()
    const refused = await importInto(place, from, given).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BadFile)
    const left = 'select id from accounts union all select id from sessions union all select id from outbox'
    expect(await lookInto(place, left)).toEqual([])
    return (refused as BadFile).message
  }

  it('happy: an archive is written while the deployment runs, and its people sign in at the new place', async () => {
    const { mobile, userId } = await world.registerBoth()
    const path = archivePath()
    const written = await exportFrom(world.place, path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(path))).toHaveLength(1)
    const place = await database.openMigrated()
    expect(await importInto(place, path)).toEqual({ tables: written.tables, rows: written.rows })
    expect(await carriedRows(place)).toEqual(await carriedRows(world.place))
    const other = await worldForTest({ openMigrated: async () => place })
    const signedIn = await other.person().accountLoginV2({ account: mobile, password: goodPassword })
    expect(signedIn).toMatchObject({ ok: true, data: { user_id: userId } })
  })

  it('happy: every table is archived after the tables it refers to, and sealed by a passphrase', async () => {
    const place = await emptyPlace()
    await fill(place, 501)
    const path = archivePath()
    const carried = await exportFrom(place, path, passphrase)
    expect(readFileSync(path).includes('accounts')).toBe(false)
    const rows = await carriedRows(place)
    expect(Object.values(rows).every(({ length }) => length > 0)).toBe(true)
    const counted = Object.values(rows).reduce((sum, { length }) => sum + length, 0)
    expect(carried).toMatchObject({ tables: Object.keys(rows).length, rows: counted })
  })

  it('error: a database that is not empty is not changed', async () => {
    const path = archivePath()
    await world.registerMobile()
    await exportFrom(world.place, path)
    const before = await carriedRows(world.place)
    await expect(importInto(world.place, path)).rejects.toThrow('is not empty')
    expect(await carriedRows(world.place)).toEqual(before)
  })

  it('security: a row that was changed, removed or added is detected, and nothing is imported', async () => {
    await world.registerMobile()
    const path = archivePath()
    await exportFrom(world.place, path)
    const lines = gunzipSync(readFileSync(path)).toString().split('\n')
    const row = lines.findIndex((line) => line.startsWith('['))
    const changes = {
      changed: lines.map((line, index) => (index === row ? line.replace(/"/, '"x') : line)),
      'left out': lines.filter((_, index) => index !== row),
      added: lines.flatMap((line, index) => (index === row ? [line, line] : line)),
      'cut at its last line': lines.slice(0, -2),
      'cut in the middle': lines.slice(0, row + 1),
      'with more after its end': [...lines, lines[row] ?? ''],
    }
    for (const [how, changed] of Object.entries(changes)) {
      writeFileSync(path, gzipSync(changed.join('\n')))
      expect([how, await refusal(path)]).toEqual([how, 'the archive was changed or cut'])
    }
  })

  // How a file is read and written hangs on no database.
  if (database.name === 'SQLite') {
    it('error: an archive of another version is refused', async () => {
      const path = archivePath()
      await exportFrom(world.place, path)
      const [head = '', ...rest] = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
      const [older, end] = [JSON.parse(head), JSON.parse(rest.pop() ?? '')]
      older.migrations.pop()
      const before = [JSON.stringify(older), ...rest].map((line) => `${line}\n`).join('')
      end.sha256 = createHash('sha256').update(before).digest('hex')
      writeFileSync(path, gzipSync(`${before}${JSON.stringify(end)}\n`))
      expect(await refusal(path)).toContain('another version')
    })

    it('error: a file that cannot be written leaves nothing behind', async () => {
      const path = `${dirname(archivePath())}/no such folder/deployment.archive`
      await expect(exportFrom(world.place, path)).rejects.toThrow('could not be written')
      expect(existsSync(path)).toBe(false)
    })

    it('security: a changed byte or a truncated file is detected with and without a passphrase', async () => {
      await world.registerMobile()
      for (const given of [undefined, passphrase]) {
        const path = archivePath()
        await exportFrom(world.place, path, given)
        const bytes = readFileSync(path)
        for (const at of [40, Math.floor(bytes.length / 2), bytes.length - 6]) {
          const changed = Buffer.from(bytes)
          changed[at] = (changed[at] ?? 0) ^ 1
          writeFileSync(path, changed)
          expect(await refusal(path, given)).toMatch(/changed|not an archive/)
        }
        writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)))
        expect(await refusal(path, given)).toContain('changed')
      }
    })

    it('security: a small archive with one huge line is refused', async () => {
      const path = archivePath()
      for (const character of ['x', '[']) {
        writeFileSync(path, gzipSync(Buffer.alloc(2 ** 22, character)))
        expect(await refusal(path)).toBe(
          'the archive was changed or cut: a line is longer than any that an export writes',
        )
      }
    })

    it('security: a sealed archive opens only by its passphrase', async () => {
      const path = archivePath()
      await exportFrom(world.place, path, passphrase)
      expect(await refusal(path, 'another passphrase of it')).toContain('the passphrase is wrong')
      expect(await refusal(path)).toContain('is sealed')
      await exportFrom(world.place, path)
      expect(await refusal(path, passphrase)).toContain('is not sealed')
    })
  }
})
