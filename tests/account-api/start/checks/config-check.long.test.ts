import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { configCheck } from '#account-api/start/checks/config-check'
import { startCanary } from '#tests/fixtures/canary'
import { untilTestEnds } from '#tests/fixtures/hooks'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { freePort } from '#tests/fixtures/programs/free-port'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'
import { about, startSilent, startSurroundings } from './deployment'

const around = await startSurroundings()
afterAll(() => around.stop())
beforeEach(() => around.reset())
const { check, dataDir } = around

describe('a deployment that can start', () => {
  it('happy: a valid deployment passes every check in order, and nothing is created or sent', async () => {
    const { text, code } = await check()
    expect({ text, code }).toEqual({ text: expect.stringContaining('Errors: 0.'), code: 0 })
    expect(about(text, 'SMTP_URL')).toEqual([expect.stringMatching(/^ok .* 127\.0\.0\.1:\d+ answers\.$/)])
    expect(about(text, 'SMS_WEBHOOK_URL')).toEqual([expect.stringMatching(/^ok .* answers\.$/)])
    expect(about(text, 'DNS_SERVERS')).toEqual([expect.stringMatching(/^ok .* answers\.$/)])
    expect(about(text, 'PUBLIC_URL')).toEqual([expect.stringContaining('a web app of Butterfly answers')])
    expect(about(text, 'clock')).toEqual([expect.stringMatching(/^ok /)])
    expect(text).toContain('there is no database yet, and the start creates it')
    expect(around.files()).toEqual([])
  })

  it('happy: before the first start nothing answers at PUBLIC_URL, and a missing data folder is not created', async () => {
    const path = join(around.folder.path, 'later', 'data')
    const { text, code } = await check({ DATA_DIR: path, PUBLIC_URL: `http://127.0.0.1:${await freePort()}` })
    expect(text).toContain(`${path} does not exist yet, and the start can create it`)
    expect(about(text, 'PUBLIC_URL')).toEqual([expect.stringContaining('Before the first start this is normal')])
    expect(code).toBe(0)
    expect(existsSync(join(around.folder.path, 'later'))).toBe(false)
  })

  it('happy: a desk is checked too, even if this machine cannot reach it', async () => {
    const port = await freePort()
    const before = await check({ DESK_PORT: String(port) })
    expect(about(before.text, 'DESK_URL')).toEqual([expect.stringMatching(/^warning .*ECONNREFUSED/)])
    const silent = untilTestEnds(await startCanary())
    const { text, code } = await check({ DESK_URL: `http://127.0.0.1:${silent.port}` })
    expect(about(text, 'DESK_URL')).toEqual([expect.stringMatching(/^warning .*This machine need not/)])
    expect(code).toBe(0)
  })

  it('happy: offline, the settings are checked without any connection', async () => {
    const canary = untilTestEnds(await startCanary())
    const at = `127.0.0.1:${canary.port}`
    const changed = { SMTP_URL: `smtp://${at}`, SMS_WEBHOOK_URL: `http://${at}`, PUBLIC_URL: `http://${at}` }
    const { text, code } = await check(changed, { isOffline: true })
    expect(code).toBe(0)
    expect(text.split('\n')).toHaveLength(2)
    expect(canary.connections).toBe(0)
  })

  it('happy: a web app with a remote account API is checked alone, and so is one named program', async () => {
    const ACCOUNT_API_URL = `http://127.0.0.1:${await freePort()}`
    const apart = await check({ ACCOUNT_API_URL })
    expect(apart.text).toContain('Checked for: web-app.')
    expect(about(apart.text, 'ACCOUNT_API_URL')).toEqual([expect.stringMatching(/^error .*ECONNREFUSED/)])
    expect(about(apart.text, 'DNS_SERVERS')).toEqual([])
    const production = { DEPLOYMENT: 'production', ACCOUNT_API_KEY: 'k'.repeat(32), SMS_COUNTRIES: 'CN' }
    expect(await check(production, { isOffline: true, only: 'account-api' })).toMatchObject({ code: 0 })
    expect((await check(production, { isOffline: true })).text).toContain('SESSION_SECRETS')
  })
})

describe('invalid settings', () => {
  it('error: all invalid settings are named at once, each with its expected value', async () => {
    const { text, code } = await check(
      { PORT: 'x', HOST: 'a b', SMS_DAILY_CAP: '0', SMTP_ULR: 'x', SMTP_URL: '', DEPLOYMENT: 'production' },
      { isOffline: true },
    )
    expect(code).toBe(1)
    const errors = text.split('\n').filter((line) => line.startsWith('error'))
    expect(errors.map((line) => line.split(/ +/)[1]).sort()).toEqual(
      ['ACCOUNT_API_KEY', 'HOST', 'PORT', 'SESSION_SECRETS', 'SMS_COUNTRIES', 'SMS_DAILY_CAP', 'SMTP_ULR'].sort(),
    )
    expect(about(text, 'PORT')).toEqual([expect.stringContaining('has to be a port, from 1 to 65535')])
  })

  it('error: an unreadable setting is reported once, and settings that depend on it are skipped', async () => {
    const { text } = await configCheck(
      { DEPLOYMENT: 'production', SMTP_URL: 'nonsense', SMS_WEBHOOK_URL: '', DATABASE_URL: 'nonsense' },
      { isOffline: true, only: 'account-api' },
    )
    expect(about(text, 'SMTP_URL')).toEqual([expect.stringContaining('has to be an address such as smtp://host:587')])
    const probed = await check({ DATABASE_URL: 'nonsense' })
    expect(probed.text).not.toContain('there is no database yet')
  })
})

describe('problems beyond the schema', () => {
  it('error: a server that refuses connections or has an untrusted certificate is reported', async () => {
    const secure = createServer(selfSigned)
    const port = await listenOnLoopback(secure)
    onTestFinished(() => stopServer(secure))
    const { text, code } = await check({
      SMS_WEBHOOK_URL: `https://127.0.0.1:${port}/`,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      TELEMETRY_URL: `http://127.0.0.1:${await freePort()}/`,
    })
    expect(code).toBe(1)
    expect(about(text, 'SMS_WEBHOOK_URL')).toEqual([expect.stringMatching(/^error .*DEPTH_ZERO_SELF_SIGNED_CERT/)])
    expect(about(text, 'SMTP_URL')).toEqual([expect.stringMatching(/^error .*gives no answer/)])
    expect(about(text, 'TELEMETRY_URL')).toEqual([expect.stringMatching(/^warning .*ECONNREFUSED/)])
    const mail = await check({ SMTP_URL: `smtps://127.0.0.1:${port}` })
    expect(about(mail.text, 'SMTP_URL')).toEqual([expect.stringMatching(/^error .*the certificate .*SELF_SIGNED/)])
  })

  it.each(['fails', 'refuses', 'silent'] as const)(
    'error: a name server that gives no answer (%s) is reported',
    async (mood) => {
      around.dns.mood = mood
      const { text, code } = await check()
      expect(about(text, 'DNS_SERVERS')).toEqual([expect.stringMatching(/^error .*gives no answer/)])
      expect(code).toBe(1)
    },
  )

  it('error: another program at PUBLIC_URL, or a clock an hour behind, is reported', async () => {
    around.answerBy((_request, response) => {
      response.setHeader('date', new Date(Date.now() + 3_600_000).toUTCString())
      response.writeHead(404).end('nothing here')
    })
    const { text, code } = await check()
    expect(about(text, 'PUBLIC_URL')).toEqual([expect.stringContaining('is not the web app (status 404)')])
    expect(about(text, 'clock')).toEqual([expect.stringMatching(/^error .*differ by 3600 seconds/)])
    expect(code).toBe(1)
  })

  it('error: a breached-password file that is not a password list is reported', async () => {
    const path = join(around.folder.path, 'list')
    writeFileSync(path, 'password')
    const { text } = await check({ BREACHED_PASSWORDS: path })
    expect(about(text, 'BREACHED_PASSWORDS')).toEqual([expect.stringMatching(/^error .*is not a list/)])
  })

  it('happy: a read-only folder is no problem for a program that writes no files', async () => {
    const keys = { ACCOUNT_API_KEY: 'k'.repeat(32), SESSION_SECRETS: 's'.repeat(32), DATA_DIR: '/dev/null/data' }
    const { text } = await check(keys, { only: 'web-app' })
    expect(about(text, 'DATA_DIR')).toEqual([expect.stringMatching(/^ok .*no file has to be created in it/)])
    expect((await check({ ...keys, SESSION_SECRETS: '' }, { only: 'web-app' })).text).toMatch(/^error +DATA_DIR/m)
  })

  it('error: a data folder that is a file, a key file without a secret, and a database that is a folder are reported', async () => {
    const file = join(around.folder.path, 'file')
    writeFileSync(file, '')
    expect((await check({ DATA_DIR: file })).text).toMatch(
      /error +DATA_DIR +.*not a folder that this user can write to/,
    )
    const folder = join(around.folder.path, 'broken')
    mkdirSync(join(folder, 'butterfly.db'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'session-secrets'), 'short', { mode: 0o600 })
    const { text, code } = await check({ DATA_DIR: folder })
    expect(text).toContain('session-secrets contains no secret')
    expect(text).toContain('butterfly.db has to be a file')
    expect(code).toBe(1)
  })
})

describe('attacks', () => {
  it('security: key files and folders that others can open are reported, with the command that closes them', async () => {
    const folder = join(around.folder.path, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'account-api-key'), 'k'.repeat(43))
    chmodSync(join(folder, 'account-api-key'), 0o644)
    const { text } = await check({ DATA_DIR: folder })
    const command = `chmod go= ${folder} ${join(folder, 'account-api-key')}`
    expect(about(text, 'DATA_DIR')).toContainEqual(expect.stringMatching(new RegExp(`^warning .*Run: ${command}$`)))
  })

  it('security: silent servers do not delay the check', async () => {
    const silent = untilTestEnds(await startSilent())
    const at = `127.0.0.1:${silent.port}`
    around.dns.mood = 'silent'
    const { text, code } = await check(
      { SMTP_URL: `smtp://${at}`, PUBLIC_URL: `http://${at}`, DATABASE_URL: `postgres://${at}/x` },
      { ms: 300 },
    )
    expect(code).toBe(1)
    for (const name of ['SMTP_URL', 'PUBLIC_URL', 'DATABASE_URL', 'DNS_SERVERS'])
      expect(about(text, name)).toEqual([expect.stringContaining('nothing was found out within 0.3 seconds')])
  })

  it('security: an endless answer is cut off', async () => {
    around.answerBy((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    const { text } = await check()
    expect(about(text, 'PUBLIC_URL')).toEqual([expect.stringContaining('is not the web app (status 200)')])
  })

  it('security: no secret is in the output, even if a server repeats what it received', async () => {
    const secret = 'hunter2'
    const server = new SMTPServer({
      ...{ authOptional: false, allowInsecureAuth: true, hideSTARTTLS: true, disableReverseLookup: true },
      onAuth: ({ username, password }, _session, done) => done(new Error(`no: ${username} ${password}`)),
    })
    const port = await listenOnLoopback(server.server)
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { text, code } = await check({
      SMTP_URL: `smtp://ann:${secret}@127.0.0.1:${port}?logger=true&debug=true`,
      SMS_WEBHOOK_URL: `http://ann:${secret}@127.0.0.1:${await freePort()}/${secret}?key=${secret}`,
      DATABASE_URL: `postgres://ann:${secret}@127.0.0.1:${await freePort()}/${secret}`,
      ...{ SESSION_SECRETS: secret, ACCOUNT_API_KEY: secret, PASSWORD_PEPPERS: secret },
      ...{ WORKPLACE_WEBHOOK_SECRET: secret, LARK_APP_SECRET: secret, TEST_IDENTIFIERS: secret },
      SESSION_SECRET: secret,
    })
    expect(code).toBe(1)
    expect(about(text, 'SMTP_URL')).toEqual([expect.stringContaining('refuses the sign-in (EAUTH 535)')])
    expect(text).not.toContain(secret)
    expect(text).not.toContain('ann')
  })

  it('security: names of files and variables cannot write extra lines or control characters', async () => {
    const hostile = 'x\n\u001b[2Jok       everything\u202e'
    const { text } = await check({ DATA_DIR: join(dataDir, hostile), [`ACCOUNT_API_${hostile}`]: 'x' })
    expect(text).toContain('everything')
    expect(text.split('\n').filter((line) => line.startsWith('ok       everything'))).toEqual([])
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})
