import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '#account-api/admin/operator-place'
import { findCommand } from '#account-api/command-line/commands'
import { runCheck } from '#account-api/start/checks/checks'
import { application, environmentOf } from '#tests/account-api/worlds/world'
import { databaseHere, databaseNamed } from '#tests/fixtures/databases/databases'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { freePort } from '#tests/fixtures/programs/free-port'
import { folderForTest } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { built, type Server, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

describe('the operator’s command line beside a running account API', () => {
  const place = databaseHere(databaseNamed('SQLite').open)
  let server: Server
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = environmentOf(place)
    server = await startAccountApi(environment)
    environment.ACCOUNT_API_PORT = String(server.port)
  })
  afterAll(() => server.stop())

  const admin = (words: string[], overrides: Record<string, string> = {}) =>
    runProgram(...built('admin.js', words, { ...environment, ...overrides }))

  /** Runs a command as the program does, without starting the program. @throws what the program prints */
  const run = (words: string[], overrides: Record<string, string> = {}) => {
    const command = findCommand(words)
    if (!command) throw new Error(`no command: ${words.join(' ')}`)
    return runCommand({ ...environment, ...overrides }, command, () => undefined)
  }
  const noNames = { ok: true, text: 'No username awaits review.' }

  /**
   * A command on the database warns where another connection reads it. One of this test does so until its statements are
   * collected as garbage, though it is closed.
   */
  const quietly = { LOG_LEVEL: 'error' }

  const urlOf = ({ port }: Server) => `http://127.0.0.1:${port}`

  /** The settings of a machine without a deployment. */
  const elsewhere = () => {
    const folder = folderForTest('admin-elsewhere')
    return { DATA_DIR: folder.at('data'), DATABASE_URL: '', ACCOUNT_API_KEY: '' }
  }

  it('error: an unknown user id and a wrong command line are reported, each with its own exit code', async () => {
    expect(await admin(['names', 'approve', 'nobody'])).toEqual({
      ended: 1,
      said: `On the account API at ${urlOf(server)}:\nNo username of nobody waits for review.\n`,
    })
    const unknown = await admin(['names', 'drop', 'x'])
    expect(unknown).toEqual({ ended: 2, said: expect.stringContaining('names approve <user-id>') })
  })

  it('happy: the checks before a start run next to a live account API, and change nothing', async () => {
    expect(await runCheck(['upgrade', 'check'], environment)).toMatchObject({
      code: 3,
      text: expect.stringContaining('no migration waits'),
    })
    const whole = await runCheck(['config', 'check', '--only', 'account-api'], environment)
    expect(whole?.text).toContain('the database opens, and no migration waits')
    expect(whole?.text).not.toContain(application.key)
    expect(await run(['names'])).toEqual(noNames)
  })

  it('error: a check exits with 1 for an unusable setting, and unknown arguments are no check', async () => {
    expect(await admin(['config', 'check', '--offline'], { PORT: 'x' })).toEqual({
      ended: 1,
      said: expect.stringMatching(/^error +PORT +has to be a port/),
    })
    for (const words of [['--online'], ['--only', 'x'], ['x']])
      expect(await runCheck(['config', 'check', ...words], environment)).toBeUndefined()
  })

  it('error: a wrong key or a wrong port is reported, with what to do', async () => {
    await expect(run(['names'], { ACCOUNT_API_KEY: 'x'.repeat(32) })).rejects.toThrow(
      /^http:\S+: a signature is refused: the application keys [^\n]+$/,
    )
    const port = String(await freePort())
    // A SQLite file has one process, and the command does not wait for it.
    const atWrongPort = await run(['names'], { ACCOUNT_API_PORT: port }).catch(String)
    for (const part of [`at http://127.0.0.1:${port}, `, `process ${server.pid} `, 'ACCOUNT_API_PORT'])
      expect(atWrongPort).toContain(part)
  })

  it('happy: a registered client finds generated signing keys, and the next start loads them before a request', async () => {
    const keys = () => lookInto(place, 'select id from signing_keys')
    expect(await run(['client'])).toMatchObject({ ok: true })
    expect(await keys()).toHaveLength(0)
    const added = await run(['client', 'add-public', 'orchard', 'http://localhost:3000/back', 'Orchard'])
    expect(added).toMatchObject({ ok: true })
    expect(await keys()).toHaveLength(2)
    await server.stop()
    server = await startAccountApi({ ...environment, LOG_LEVEL: 'info' })
    await eventually('open authorisation to be loaded', () => server.said().includes('open authorisation is loaded'))
  })

  it('error: a missing file, a folder and an endless file are reported, and nothing is changed', async () => {
    await run(['client', 'add', 'till', 'https://till.example/back', 'Till'])
    const files = [join(place.dataDir, 'missing.png'), place.dataDir, '/dev/zero']
    const [missing, folder, endless] = await Promise.all(
      files.map((file) => admin(['client', 'picture', 'till', file])),
    )
    const unread = { ended: 1, said: expect.stringMatching(/^\S+ could not be read: [^\n]+\n$/) }
    expect([missing, folder]).toEqual([unread, unread])
    expect(endless).toEqual({ ended: 1, said: expect.stringMatching(/\nThe file is larger than 5 MB\.\n$/) })
  })

  it('happy: an operator key is enough without the application key and the database', async () => {
    const { text } = await run(['keys', 'make', 'desk', 'Ann', 'read'])
    const [key = ''] = /butterfly_operator_[\w-]{43}/.exec(text) ?? []
    const remote = { ACCOUNT_API_URL: urlOf(server), OPERATOR_KEY: key, ...elsewhere() }
    expect(await run(['names'], remote)).toEqual(noNames)
    expect(await run(['client', 'keys', 'rotate'], remote)).toEqual({ ok: false, text: 'You lack a scope: clients.' })
    const forged = { ...remote, OPERATOR_KEY: `butterfly_operator_${'x'.repeat(43)}` }
    await expect(run(['names'], forged)).rejects.toThrow(
      `${urlOf(server)}: This operator key is unknown, expired or revoked. Ask an operator for another one.`,
    )
    expect(existsSync(remote.DATA_DIR)).toBe(false)
  })

  it('security: an operator key is not sent over plain http to another machine, and does not open the database', async () => {
    const key = { OPERATOR_KEY: `butterfly_operator_${'x'.repeat(43)}`, ...elsewhere() }
    await expect(run(['names'], { ...key, ACCOUNT_API_URL: 'http://accounts.example:4000' })).rejects.toThrow(
      'OPERATOR_KEY is not sent to http://accounts.example:4000',
    )
    const nowhere = { ...key, ACCOUNT_API_URL: `http://127.0.0.1:${await freePort()}` }
    await expect(run(['names'], nowhere)).rejects.toThrow(/^No account API answers at http:\S+\. Set ACCOUNT_API_URL/)
    const shortened = run(['names'], { ...key, OPERATOR_KEY: 'butterfly_operator_x' })
    await expect(shortened).rejects.toThrow(/^OPERATOR_KEY has to be an operator key/)
  })

  it('error: if there is no database, the command names the one it looked for, and creates none', async () => {
    const place = elsewhere()
    const { DATA_DIR } = place
    await expect(run(['names'], place)).rejects.toThrow(
      `There is no database at ${DATA_DIR}/butterfly.db, so nothing was done.`,
    )
    const port = String(await freePort())
    const withKey = { ...place, ACCOUNT_API_KEY: application.key, ACCOUNT_API_PORT: port }
    await expect(run(['names'], withKey)).rejects.toThrow(`No account API answers at http://127.0.0.1:${port}`)
    expect(existsSync(join(DATA_DIR, 'butterfly.db'))).toBe(false)
  })

  it('error: an invalid setting stops the command with one line that names the setting', async () => {
    const line = expect.stringMatching(/^ACCOUNT_API_KEY has to be [^\n]*\n$/)
    expect(await admin(['names'], { ACCOUNT_API_KEY: 'short' })).toEqual({ ended: 1, said: line })
  })

  it('happy: a picture of an application is sent to the account API, or stored directly if none runs', async () => {
    await run(['client', 'add', 'wallet', 'https://wallet.example/back', 'Wallet'])
    const picture = join(place.dataDir, 'wallet.png')
    await writeFile(picture, await photo.png({ width: 1200, height: 900 }))
    const change = async () => {
      const { ended, said } = await admin(['client', 'picture', 'wallet', picture], quietly)
      return { ended, said: new Set(said.trim().split('\n')) }
    }
    const replacedOn = (place: string) => ({ ended: 0, said: new Set([`On ${place}:`, 'wallet has a new picture.']) })
    expect(await change()).toEqual(replacedOn(`the account API at ${urlOf(server)}`))
    await server.stop()
    expect(await change()).toEqual(replacedOn(`the database ${join(place.dataDir, 'butterfly.db')}`))
  })

  it('security: an act directly on the database is also logged, apart from the command’s output', async () => {
    await server.stop()
    const { said } = await admin(['keys', 'make', 'pipeline', 'deploy program', 'read'], { LOG_LEVEL: 'info' })
    const line = said.split('\n').find((each) => each.includes('an operator acted'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      service: 'command-line',
      call: 'makeKey',
      key: 'application key',
      outcome: 'ok',
      on: { name: 'pipeline', scopes: 'read' },
    })
    expect(line).not.toContain('butterfly_operator_')
  })
})
