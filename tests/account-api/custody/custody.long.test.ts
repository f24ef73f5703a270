import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill } from '#bench/seed/fill'
import { mobileOf, seededPassword, wholeNth } from '#bench/seed/person'
import { clientOf, key } from '#tests/faults/run'
import { databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { root, type Server, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

/** Enough rows that a copy takes some time. */
const accounts = 6000

describe.each(databases)('a deployment on $name that is backed up, and lost', (database) => {
  const isSqlite = database.name === 'SQLite'
  const folder = ownFolder('custody')
  const { at } = folder
  let place: OpenDatabase
  let environment: Record<string, string>
  let api: Server
  beforeAll(async () => {
    place = await database.open()
    environment = { ACCOUNT_API_KEY: key, DATA_DIR: place.dataDir, ...urlOf(place) }
    await fill(place, { number: 1, accounts, now: Date.now() })
    api = await startAccountApi(environment)
  })
  afterAll(async () => {
    await api.stop()
    await place.close()
  })

  const urlOf = ({ databaseUrl }: OpenDatabase): Record<string, string> =>
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const surroundings = () => ({ cwd: root, env: { PATH: process.env.PATH, ...environment } })
  const admin = (...words: string[]) =>
    runProgram(process.execPath, ['build/admin.js', ...words], { ...surroundings(), seconds: 100 })

  let signIns = 0
  /** Signs another person in each time, as an account has its limit of sign-ins. @returns the error, if it is refused */
  const refusalOfSignIn = async (port: number): Promise<string | undefined> => {
    signIns += 1
    const typed = { mobile: mobileOf(wholeNth(signIns % 100)), password: seededPassword }
    const answer = await clientOf(`http://127.0.0.1:${port}`).passwordLogin(typed)
    return answer.ok ? undefined : answer.code
  }

  it('happy: people sign in during a backup, and again after a restore', async () => {
    const answers: (string | undefined)[] = []
    let isCopied = false
    const people = async () => {
      while (!isCopied) answers.push(await refusalOfSignIn(api.port))
    }
    const signingIn = people()
    await eventually('a sign-in before the copy', () => answers.length > 0 || undefined)
    const { ended, said } = await admin('backup', at('backup'))
    isCopied = true
    await signingIn
    expect([ended, said]).toEqual([0, expect.stringContaining('is complete')])
    expect(answers.length).toBeGreaterThan(1)
    expect(answers.filter((code) => code !== undefined)).toEqual([])

    const other = await database.open()
    const dataDir = at('restored')
    const into = isSqlite ? [dataDir] : [other.databaseUrl ?? '', '--data-dir', dataDir]
    const restored = await admin('restore', at('backup'), '--into', ...into)
    expect([restored.ended, restored.said]).toEqual([0, expect.stringContaining('Restored as at')])
    const again = await startAccountApi({ ACCOUNT_API_KEY: key, DATA_DIR: dataDir, ...urlOf(other) })
    expect(await refusalOfSignIn(again.port)).toBeUndefined()
    await again.stop()
    await other.close()
  })

  it('error: a killed backup leaves nothing behind, and the next one succeeds', async () => {
    const program = startProgram(process.execPath, ['build/admin.js', 'backup', at('killed')], surroundings())
    const file = join(at('killed.unfinished'), isSqlite ? 'butterfly.db' : 'butterfly.dump')
    await eventually('the copy to begin', () => existsSync(file) || undefined, { seconds: 60 })
    process.kill(program.pid, 'SIGKILL')
    await program.stop('SIGKILL')
    expect(existsSync(at('killed'))).toBe(false)
    expect(existsSync(join(at('killed.unfinished'), 'manifest.json'))).toBe(false)
    expect(await refusalOfSignIn(api.port)).toBeUndefined()
    rmSync(at('killed.unfinished'), { recursive: true })
    expect((await admin('backup', at('killed'))).ended).toBe(0)
  })

  it('error: on a full disk a backup reports it and leaves nothing, and people still sign in', async () => {
    // A larger write fails as on a full disk.
    const limited = `trap '' XFSZ; exec prlimit --fsize=1000000 "${process.execPath}" build/admin.js backup "${at('full')}"`
    const { ended, said } = await runProgram('sh', ['-c', limited], { ...surroundings(), seconds: 100 })
    expect([ended, said]).toEqual([1, expect.stringContaining('no room left')])
    expect(readdirSync(folder.path).filter((name) => name.startsWith('full'))).toEqual([])
    expect(await refusalOfSignIn(api.port)).toBeUndefined()
  })

  if (isSqlite)
    it('error: a killed restore leaves a folder in which no account API finds a database', async () => {
      const program = startProgram(
        process.execPath,
        ['build/admin.js', 'restore', at('backup'), '--into', at('cut-off')],
        surroundings(),
      )
      await eventually('the restore to begin', () => existsSync(join(at('cut-off'), '.restoring')) || undefined, {
        seconds: 60,
      })
      process.kill(program.pid, 'SIGKILL')
      await program.stop('SIGKILL')
      expect(readdirSync(at('cut-off'))).not.toContain('butterfly.db')
    })
})
