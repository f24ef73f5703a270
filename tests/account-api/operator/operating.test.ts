import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataOf, environmentOf, openWorld, worldForTest } from '#tests/account-api/worlds/world'
import { read } from '#tests/docs/documents'
import { databaseForTest, databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { unprivileged } from '#tests/fixtures/programs/unprivileged'

const guide = read('docs/operators/backup-by-hand.md')

const step = (name: string): string => {
  const [, commands] = new RegExp(`<!-- tested: ${name} -->\\n\`\`\`sh\\n(.*?)\`\`\``, 's').exec(guide) ?? []
  if (commands === undefined) throw new Error(`docs/operators/backup-by-hand.md has no step "${name}"`)
  return commands
}

/** The user of the service: another one than that of the tests, where they run as root. */
const owner = unprivileged() ?? { name: userInfo().username, uid: userInfo().uid }

/** Runs a step in a shell that stops at the first command that fails. */
const run = async (name: string, environment: Record<string, string>): Promise<string> => {
  const { ended, said } = await runProgram('sh', ['-eu', '-c', step(name)], {
    env: { PATH: process.env.PATH, ...environment },
  })
  if (ended !== 0) throw new Error(`the step "${name}" failed:\n${said}`)
  return said
}

describe.each(databases)('backup and restore by hand as documented, on $name', (database) => {
  const restoreInto = ({ databaseUrl }: OpenDatabase, BACKUP: string, NEW_DATA_DIR: string) => {
    const given = { BACKUP, NEW_DATA_DIR, OWNER: owner.name, ...(databaseUrl && { NEW_DATABASE_URL: databaseUrl }) }
    return run(`restore ${database.name}`, given)
  }

  it('happy: after a restore a person signs in as at the backup, and later accounts are gone', async () => {
    const folder = folderForTest('backups')
    const world = await openWorld(database)
    writeFileSync(join(world.place.dataDir, 'account-api-key'), 'a generated key\n', { mode: 0o600 })
    const before = await world.registerMobile()

    const BACKUPS = folder.at('backups')
    const said = await run(`back up ${database.name}`, { BACKUPS, ...environmentOf(world.place) })
    const [name = ''] = readdirSync(BACKUPS)
    const BACKUP = join(BACKUPS, name)
    expect(said).toBe(`${BACKUP} is good\n`)
    for (const file of readdirSync(BACKUP)) expect(statSync(join(BACKUP, file)).mode & 0o777, file).toBe(0o600)
    const after = await world.registerMobile()
    await world.close()

    const NEW_DATA_DIR = folder.at('restored')
    // A new empty database on PostgreSQL.
    const place = await database.open()
    expect(await restoreInto(place, BACKUP, NEW_DATA_DIR)).toBe('')
    for (const file of ['', ...readdirSync(NEW_DATA_DIR)])
      expect(statSync(join(NEW_DATA_DIR, file)).uid, file).toBe(owner.uid)
    expect(readFileSync(join(NEW_DATA_DIR, 'account-api-key'), 'utf8')).toBe('a generated key\n')
    expect(existsSync(join(NEW_DATA_DIR, 'butterfly.db'))).toBe(!place.databaseUrl)

    const there: OpenDatabase = { ...place, dataDir: NEW_DATA_DIR }
    const restored = await worldForTest({ openMigrated: async () => there })
    const signIn = ({ mobile, password }: typeof before) =>
      restored.person().accountLoginV2({ account: mobile, password })
    expect(await signIn(before)).toMatchObject({ ok: true, data: { user_id: before.userId } })
    expect(await signIn(after)).toMatchObject({ ok: false, code: 'wrong_credentials' })
    // The session of that time continues, too.
    expect(dataOf(await restored.person({ jar: before.jar }).checkLogin({}))).toMatchObject({ signed_in: true })
  })

  it('error: a damaged backup, or a folder in use, stops the restore', async () => {
    const folder = folderForTest('bad-backup')
    const place = await databaseForTest(database.open)
    folder.file(`butterfly.${database.name === 'SQLite' ? 'db' : 'dump'}`, 'no database')
    const restore = (to: string) => restoreInto(place, folder.path, to)
    await expect(restore(folder.at('new'))).rejects.toThrow('failed')
    expect(existsSync(folder.at('new'))).toBe(false)
    await expect(restore(folder.path)).rejects.toThrow('failed')
  })
})
