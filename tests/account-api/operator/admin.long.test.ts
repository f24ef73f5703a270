import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findCommand } from '#account-api/command-line/commands'
import { type Client, createClient } from '#contract/client'
import { emailPurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { signed } from '#tests/account-api/calls/signed'
import { application, dataOf, freshEmail, goodPassword } from '#tests/account-api/worlds/world'
import { databases, type OpenDatabase } from '#tests/fixtures/databases/databases'
import { lookInto } from '#tests/fixtures/databases/look-into'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { runProgram } from '#tests/fixtures/programs/program'
import { root, type Server, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

describe.each(databases)('the operator’s command line beside a running account API on $name', (database) => {
  let place: OpenDatabase
  let server: Server
  let environment: Record<string, string>
  beforeAll(async () => {
    place = await database.open()
    environment = {
      ACCOUNT_API_KEY: application.key,
      DATA_DIR: place.dataDir,
      PUBLIC_URL: 'http://localhost:3000',
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    }
    server = await startAccountApi(environment)
    environment.ACCOUNT_API_PORT = String(server.port)
  })
  afterAll(async () => {
    await server.stop()
    await place.close()
  })

  /** Runs the built `npm run admin -- …` until it exits. */
  const admin = async (words: string[], overrides: Record<string, string> = {}) => {
    const file = `${root}build/admin.js`
    if (!existsSync(file)) throw new Error('There is no build/admin.js: run npm run build')
    const env = { PATH: process.env.PATH, ...environment, ...overrides }
    const { ended, said } = await runProgram(process.execPath, [file, ...words], { cwd: root, env })
    return { code: ended, said }
  }

  /**
   * A command on the database warns where another connection reads it. One of this test does so until its statements are
   * collected as garbage, though it is closed.
   */
  const quietly = { LOG_LEVEL: 'error' }

  const urlOf = ({ port }: Server) => `http://127.0.0.1:${port}`

  /** The settings of a machine without a deployment. */
  const elsewhere = () => {
    const folder = temporaryFolder('admin-elsewhere')
    onTestFinished(folder.remove)
    return { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: '', ACCOUNT_API_KEY: '' }
  }

  /** The end of a command, and part of what it says. */
  const says = (code: number, said: string | RegExp) => ({
    ...{ code, said: typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said) },
  })

  const messagesTo = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/outbox?to=${encodeURIComponent(address)}`)
    return (await answer.json()) as { code: string | null; purpose: string; body: string }[]
  }

  const waiting = async (username: string) => {
    const email = freshEmail()
    const client: Client = createClient(
      { baseUrl: `http://127.0.0.1:${server.port}`, application },
      { variant: 'web', jar: new CookieJar(), language: 'en', clientAddress: '203.0.113.9', userAgent: 'test' },
    )
    await client.sendEmailCode({ email, type: emailPurpose.register })
    const code = (await messagesTo(email))[0]?.code ?? ''
    const registered = dataOf(await client.registerByEmail({ email, code, password: goodPassword }))
    expect(await client.accountSet({ username })).toMatchObject({ data: { is_sensitive: 1 } })
    return { client, email, userId: registered.user_id }
  }

  it('happy: the command line lists, approves and refuses pending usernames, and notifies their accounts', async () => {
    expect(await admin(['names'])).toEqual({ code: 0, said: 'No username awaits review.\n' })
    const first = await waiting('support-desk')
    const second = await waiting('官方小店')
    const { code, said } = await admin(['names'])
    expect(code).toBe(0)
    const lines = said.trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${first.userId}\tsupport-desk\tinstead of user-\\w{8}\tsince 20\\d\\d-`))
    expect(lines[1]).toContain(`${second.userId}\t官方小店\t`)

    expect(await admin(['names', 'approve', first.userId])).toEqual(says(0, 'support-desk is approved'))
    expect(dataOf(await first.client.accountInfo({}))).toMatchObject({ username: 'support-desk', held_username: null })
    expect((await messagesTo(first.email))[0]).toMatchObject({ purpose: 'username_changed' })

    expect(await admin(['names', 'refuse', second.userId])).toMatchObject({ code: 0 })
    expect(await second.client.accountInfo({})).toMatchObject({
      data: { username: expect.stringMatching(/^user-/), held_username: null },
    })
    expect((await messagesTo(second.email))[0]?.body).toContain('官方小店')
    expect(await admin(['names'])).toMatchObject({ said: 'No username awaits review.\n' })
  })

  it('error: an unknown user id and a wrong command line are reported, each with its own exit code', async () => {
    expect(await admin(['names', 'approve', 'nobody'])).toEqual({
      code: 1,
      said: `On the account API at ${urlOf(server)}:\nNo username of nobody waits for review.\n`,
    })
    const wrong = [[], ['name'], ['names', 'approve'], ['names', 'drop', 'x'], ['names', 'refuse', 'x', 'y']]
    expect(wrong.map((words) => findCommand(words))).toEqual(wrong.map(() => undefined))
    expect(await admin(['names', 'drop', 'x'])).toEqual(says(2, 'names approve <user-id>'))
  })

  it('happy: the checks before a start run next to a live account API, and change nothing', async () => {
    const upgrade = await admin(['upgrade', 'check'])
    expect(upgrade).toEqual({ code: place.databaseUrl ? 0 : 3, said: expect.stringContaining('no migration waits') })
    const offline = await admin(['config', 'check', '--offline'])
    expect(offline).toEqual({ code: 0, said: expect.stringContaining('Errors: 0.') })
    const whole = await admin(['config', 'check', '--only', 'account-api'])
    expect(whole.said).toContain('the database opens, and no migration waits')
    expect(whole.said).not.toContain(application.key)
    expect(await admin(['names'])).toMatchObject({ code: 0 })
  })

  it('error: a check exits with 1 for an unusable setting, and with 2 for unknown arguments', async () => {
    expect(await admin(['config', 'check', '--offline'], { PORT: 'x' })).toEqual(
      says(1, /^error +PORT +has to be a port/),
    )
    for (const words of [['--online'], ['--only', 'x'], ['x']])
      expect(await admin(['config', 'check', ...words])).toEqual(says(2, '--offline'))
  })

  it('error: a wrong key or a wrong port is reported, with what to do', async () => {
    expect(await admin(['names'], { ACCOUNT_API_KEY: 'x'.repeat(32) })).toEqual(
      says(1, /^http:\S+: a signature is refused: the application keys [^\n]+\n$/),
    )
    const port = String(await freePort())
    const atWrongPort = await admin(['names'], { ACCOUNT_API_PORT: port })
    // Any process may open PostgreSQL. A SQLite file has one process, and the command does not wait for it.
    if (database.name === 'PostgreSQL') expect(atWrongPort).toMatchObject({ code: 0 })
    else {
      expect(atWrongPort.code).toBe(1)
      for (const part of [`at http://127.0.0.1:${port}, `, `process ${server.pid} `, 'ACCOUNT_API_PORT'])
        expect(atWrongPort.said).toContain(part)
    }
  })

  it('happy: a registered client finds generated signing keys, and the next start loads them before a request', async () => {
    const keys = () => lookInto(place, 'select id from signing_keys')
    expect(await admin(['client'])).toMatchObject({ code: 0 })
    expect(await keys()).toHaveLength(0)
    const added = await admin(['client', 'add-public', 'orchard', 'http://localhost:3000/back', 'Orchard'])
    expect(added).toMatchObject({ code: 0 })
    expect(await keys()).toHaveLength(2)
    await server.stop()
    server = await startAccountApi({ ...environment, LOG_LEVEL: 'info' })
    await eventually('open authorisation to be loaded', () => server.said().includes('open authorisation is loaded'))
  })

  it('error: a missing file, a folder and an endless file are reported, and nothing is changed', async () => {
    await admin(['client', 'add', 'till', 'https://till.example/back', 'Till'])
    const files = [join(place.dataDir, 'missing.png'), place.dataDir, '/dev/zero']
    const [missing, folder, endless] = await Promise.all(
      files.map((file) => admin(['client', 'picture', 'till', file])),
    )
    const unread = { code: 1, said: expect.stringMatching(/^\S+ could not be read: [^\n]+\n$/) }
    expect([missing, folder]).toEqual([unread, unread])
    expect(endless).toEqual({ code: 1, said: expect.stringMatching(/\nThe file is larger than 5 MB\.\n$/) })
  })

  it('security: no command is executed by the server: the account API accepts only its own calls', async () => {
    const words = signed({ method: 'POST', path: '/operator', body: JSON.stringify({ words: ['names'] }) })
    expect((await fetch(`${urlOf(server)}/operator`, words)).status).toBe(404)
  })

  it('happy: an operator key is enough without the application key and the database', async () => {
    const made = await admin(['keys', 'make', 'desk', 'Ann', 'read'])
    const [key = ''] = /butterfly_operator_[\w-]{43}/.exec(made.said) ?? []
    const remote = { ACCOUNT_API_URL: urlOf(server), OPERATOR_KEY: key, ...elsewhere() }
    expect(await admin(['names'], remote)).toMatchObject({ code: 0, said: 'No username awaits review.\n' })
    expect(await admin(['client', 'keys', 'rotate'], remote)).toEqual(says(1, 'You lack a scope: clients.'))
    const forged = { ...remote, OPERATOR_KEY: `butterfly_operator_${'x'.repeat(43)}` }
    expect(await admin(['names'], forged)).toEqual({
      code: 1,
      said: `${urlOf(server)}: This operator key is unknown, expired or revoked. Ask an operator for another one.\n`,
    })
    expect(existsSync(remote.DATA_DIR)).toBe(false)
  })

  it('security: an operator key is not sent over plain http to another machine, and does not open the database', async () => {
    const key = { OPERATOR_KEY: `butterfly_operator_${'x'.repeat(43)}`, ...elsewhere() }
    expect(await admin(['names'], { ...key, ACCOUNT_API_URL: 'http://accounts.example:4000' })).toEqual(
      says(1, 'OPERATOR_KEY is not sent to http://accounts.example:4000'),
    )
    expect(await admin(['names'], { ...key, ACCOUNT_API_URL: `http://127.0.0.1:${await freePort()}` })).toEqual(
      says(1, /^No account API answers at http:\S+\. Set ACCOUNT_API_URL/),
    )
    const shortened = await admin(['names'], { ...key, OPERATOR_KEY: 'butterfly_operator_x' })
    expect(shortened).toEqual({ code: 1, said: expect.stringMatching(/^OPERATOR_KEY has to be an operator key/) })
  })

  it('error: if there is no database, the command names the one it looked for, and creates none', async () => {
    const place = elsewhere()
    const { DATA_DIR } = place
    expect(await admin(['names'], place)).toEqual(
      says(1, `There is no database at ${DATA_DIR}/butterfly.db, so nothing was done.`),
    )
    const port = String(await freePort())
    const withKey = { ...place, ACCOUNT_API_KEY: application.key, ACCOUNT_API_PORT: port }
    expect(await admin(['names'], withKey)).toEqual(says(1, `No account API answers at http://127.0.0.1:${port}`))
    expect(existsSync(join(DATA_DIR, 'butterfly.db'))).toBe(false)
  })

  it('error: an invalid setting stops the command with one line that names the setting', async () => {
    const { code, said } = await admin(['names'], { ACCOUNT_API_KEY: 'short' })
    expect(code).toBe(1)
    expect(said).toMatch(/^ACCOUNT_API_KEY has to be [^\n]*\n$/)
  })

  it('happy: a picture of an application is sent to the account API, or stored directly if none runs', async () => {
    await admin(['client', 'add', 'wallet', 'https://wallet.example/back', 'Wallet'])
    const picture = join(place.dataDir, 'wallet.png')
    await writeFile(picture, await photo.png({ width: 1200, height: 900 }))
    const change = () => admin(['client', 'picture', 'wallet', picture], quietly)
    const replacedOn = (place: string) => ({ code: 0, said: new Set([`On ${place}:`, 'wallet has a new picture.']) })
    const linesOf = ({ code, said }: Awaited<ReturnType<typeof change>>) => ({
      ...{ code, said: new Set(said.trim().split('\n')) },
    })
    expect(linesOf(await change())).toEqual(replacedOn(`the account API at ${urlOf(server)}`))
    await server.stop()
    const { pathname = '', host = '' } = place.databaseUrl ? new URL(place.databaseUrl) : {}
    const database = place.databaseUrl ? `${pathname.slice(1)} at ${host}` : join(place.dataDir, 'butterfly.db')
    expect(linesOf(await change())).toEqual(replacedOn(`the database ${database}`))
  })

  describe('after the account API has stopped', () => {
    beforeAll(() => server.stop())

    it('happy: without a running account API the command opens the database itself', async () => {
      expect(await admin(['names'], quietly)).toEqual({ code: 0, said: 'No username awaits review.\n' })
    })

    it('security: an act directly on the database is also logged, apart from the command’s output', async () => {
      const { said } = await admin(['keys', 'make', 'pipeline', 'deploy program', 'read'], { LOG_LEVEL: 'info' })
      const line = said.split('\n').find((each) => each.includes('an operator acted'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        ...{ service: 'command-line', call: 'makeKey', key: 'application key', outcome: 'ok' },
        on: { name: 'pipeline', scopes: 'read' },
      })
      expect(line).not.toContain('butterfly_operator_')
    })
  })
})
