import { existsSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { fill } from '#bench/seed/fill'
import { mobileOf, seededPassword, wholeNth } from '#bench/seed/person'
import { intoOf } from '#tests/account-api/custody/backed-up'
import { environmentOf } from '#tests/account-api/worlds/world'
import { clientOf, key } from '#tests/faults/run'
import { databaseForTest, databaseHere, databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { runningHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { built, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

/** Enough rows that a copy takes some time. */
const accounts = 6000

describe.each(databases)('a deployment on $name that is backed up, and lost', (database) => {
  const isSqlite = database.name === 'SQLite'
  const folder = ownFolder('custody')
  const { at } = folder
  const place = databaseHere(database.open)
  const settingsOf = (at: OpenDatabase) => ({ ...environmentOf(at), ACCOUNT_API_KEY: key })
  const api = runningHere(async () => {
    await fill(place, { number: 1, accounts, now: Date.now() })
    return startAccountApi(settingsOf(place))
  })

  const command = (...words: string[]) => built('admin.js', words, settingsOf(place))
  const admin = (...words: string[]) => runProgram(...command(...words))

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
      while (!isCopied) {
        answers.push(await refusalOfSignIn(api.port))
        // Hashing without a rest would take the time that the copy needs.
        await pause(200)
      }
    }
    const signingIn = people()
    await eventually('a sign-in before the copy', () => answers.length > 0 || undefined)
    const { ended, said } = await admin('backup', at('backup'))
    isCopied = true
    await signingIn
    expect([ended, said]).toEqual([0, expect.stringContaining('is complete')])
    expect(answers.length).toBeGreaterThan(1)
    expect(answers.filter((code) => code !== undefined)).toEqual([])

    const other = { ...(await databaseForTest(database.open)), dataDir: at('restored') }
    const restored = await admin('restore', at('backup'), ...intoOf(other))
    expect([restored.ended, restored.said]).toEqual([0, expect.stringContaining('Restored as at')])
    const again = await startAccountApi(settingsOf(other))
    expect(await refusalOfSignIn(again.port)).toBeUndefined()
    await again.stop()
  })

  it('error: a killed backup leaves nothing behind, and the next one succeeds', async () => {
    const program = startProgram(...command('backup', at('killed')))
    const file = at(`killed.unfinished/butterfly.${isSqlite ? 'db' : 'dump'}`)
    await eventually('the copy to begin', () => existsSync(file), { seconds: 60 })
    await program.stop('SIGKILL')
    expect(existsSync(at('killed'))).toBe(false)
    expect(existsSync(at('killed.unfinished/manifest.json'))).toBe(false)
    expect(await refusalOfSignIn(api.port)).toBeUndefined()
    rmSync(at('killed.unfinished'), { recursive: true })
    expect((await admin('backup', at('killed'))).ended).toBe(0)
  })

  it('error: on a full disk a backup reports it and leaves nothing, and people still sign in', async () => {
    // A larger write fails as on a full disk.
    const limited = `trap '' XFSZ; exec prlimit --fsize=1000000 "${process.execPath}" build/admin.js backup "${at('full')}"`
    const [, , surroundings] = command()
    const { ended, said } = await runProgram('sh', ['-c', limited], surroundings)
    expect([ended, said]).toEqual([1, expect.stringContaining('no room left')])
    expect(readdirSync(folder.path).filter((name) => name.startsWith('full'))).toEqual([])
    expect(await refusalOfSignIn(api.port)).toBeUndefined()
  })
})
