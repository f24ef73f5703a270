import { chmodSync, copyFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { DataInUse, lockData } from '#account-api/database/sqlite-lock'
import { pepperIdOf } from '#account-api/verification/hashing/pepper'
import { createClient } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { application, environmentOf, goodPassword } from '#tests/account-api/worlds/world'
import { databaseForTest, databaseNamed } from '#tests/fixtures/databases/databases'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { freePort } from '#tests/fixtures/programs/free-port'
import { folderForTest, ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { root, startAccountApi } from '#tests/fixtures/programs/server'

describe('the account API as a process', () => {
  it('error: a start names its peppers by id, and the log reports once a missing pepper that hashes need', async () => {
    const place = await databaseForTest(databaseNamed('SQLite').open)
    const [older, newer] = ['the older of two peppers in this test', 'the newer of two peppers in this test']
    const mobile = '+8613900000001'
    const started = async (PASSWORD_PEPPERS: string) => {
      const api = await startAccountApi({
        ...environmentOf(place),
        PASSWORD_PEPPERS,
        TEST_IDENTIFIERS: `${mobile}=123456`,
        LOG_LEVEL: 'info',
      })
      const client = createClient(
        { baseUrl: `http://127.0.0.1:${api.port}`, application, timeoutMs: 25_000 },
        { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress: '192.0.2.1', userAgent: 'test' },
      )
      return { api, client }
    }
    const before = await started(older)
    await before.client.sendCode({ mobile, type: mobilePurpose.register })
    const registered = await before.client.registerByMobile({ mobile, code: '123456', password: goodPassword })
    expect(registered).toMatchObject({ ok: true })
    await before.api.stop()
    expect(before.api.said()).toContain(pepperIdOf(older))
    const after = await started(newer)
    for (let turn = 0; turn < 2; turn += 1)
      expect(await after.client.accountLoginV2({ account: mobile, password: goodPassword })).toMatchObject({
        code: 'wrong_credentials',
      })
    await after.api.stop()
    expect(after.api.said()).toContain(pepperIdOf(newer))
    expect(after.api.said().split(pepperIdOf(older))).toHaveLength(2)
    for (const secret of [older, newer]) expect(before.api.said() + after.api.said()).not.toContain(secret)
  })
})

describe('the SQLite file', () => {
  const started = (path: string) => startAccountApi({ DATA_DIR: path })
  const take = (path: string) => lockData(path, { waitMs: 0 })

  it('security: a second process on the file is told which process holds it, even after a kill -9 of the first', async () => {
    const folder = folderForTest('lock')
    const first = await started(folder.path)
    const second = await take(folder.path).catch((error: unknown) => error)
    expect(second).toBeInstanceOf(DataInUse)
    expect(String(second)).toMatch(
      new RegExp(`${folder.path}/butterfly\\.db is in use by process ${first.pid} on ${hostname()}, since 20\\d\\d-`),
    )
    await first.stop('SIGKILL')
    const third = await started(folder.path)
    expect(String(await take(folder.path).catch((error: unknown) => error))).toContain(`process ${third.pid} on`)
    await third.stop()
    const release = await take(folder.path)
    release()
  })
})

describe('a start that cannot continue', () => {
  const run = async (path: string, limits = '') =>
    runProgram('sh', ['-c', `${limits} exec "$0" build/account-api.js`, process.execPath], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: path, ACCOUNT_API_PORT: String(await freePort()) },
    })

  it('error: a damaged SQLite file is named in one line, with the remedy', async () => {
    const folder = folderForTest('damaged')
    folder.file('butterfly.db', 'not a database '.repeat(1000))
    const line = `^${folder.path}/butterfly\\.db is damaged \\(.+\\): put a backup in its place\\.\\n$`
    expect(await run(folder.path)).toEqual({ ended: 1, said: expect.stringMatching(new RegExp(line)) })
  })

  it('error: a full disk during a migration is named in one line', async () => {
    const folder = folderForTest('full')
    // Blocks of 512 bytes.
    const full = `trap '' XFSZ; ulimit -f 200;`
    const { ended, said } = await run(folder.path, full)
    // Next to the log.
    const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    const line = `^${folder.path}/butterfly\\.db cannot be written \\(.+\\): check that the disk has room`
    expect({ ended, lines }).toEqual({ ended: 1, lines: [expect.stringMatching(new RegExp(line))] })
  })
})

describe('the folder of the data', () => {
  const folder = ownFolder('data')
  /** Starts the account API, and stops it. @returns its log, and the files that existed while it ran */
  const session = async () => {
    const api = await startAccountApi({ DATA_DIR: folder.path })
    const names = readdirSync(folder.path)
    await api.stop('SIGTERM')
    return { names, said: api.said() }
  }
  let first: Awaited<ReturnType<typeof session>>
  beforeAll(async () => {
    first = await session()
  })

  it('happy: a stop writes everything to the one file, so its copy is the whole database', async () => {
    expect(first.names).toContain('butterfly.db-wal')
    expect(readdirSync(folder.path).sort()).toEqual(['account-api-key', 'butterfly.db', 'butterfly.lock'])
    const copy = folderForTest('copy')
    copyFileSync(folder.at('butterfly.db'), copy.at('butterfly.db'))
    expect(await lookInto({ dataDir: copy.path }, 'select count(*) as count from accounts')).toEqual([{ count: 0 }])
  })

  it('security: all files are private; a start names files that others can open, and once each replaced key', async () => {
    for (const name of readdirSync(folder.path))
      expect((statSync(folder.at(name)).mode & 0o777).toString(8), name).toBe('600')
    const ofKey = `"files":["${folder.at('account-api-key')}"],"msg":"secrets were missing next to a database, and new ones were generated"`
    const ofMode = `chmod go= ${folder.at('butterfly.db')}`
    for (const line of ['new ones were generated', 'chmod']) expect(first.said).not.toContain(line)
    rmSync(folder.at('account-api-key'))
    chmodSync(folder.at('butterfly.db'), 0o644)
    const { said } = await session()
    for (const line of [ofKey, ofMode]) expect(said).toContain(line)
    expect((await session()).said).not.toContain('new ones were generated')
  })
})
