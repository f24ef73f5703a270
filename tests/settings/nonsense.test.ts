import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer, type ListenOptions } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { whyNoDatabase } from '#account-api/start/why-no-database'
import { makeDataDir } from '#settings/files/data-dir'
import { whyNotListening } from '#settings/listening'
import { misspelt, settingNames, unreadIn } from '#settings/names'
import { commandLineSettings } from '#settings/programs'
import { BadEnvironment, readSettings } from '#settings/settings'
import { freePort } from '#tests/fixtures/programs/free-port'
import { listenOnLoopback } from '#tests/fixtures/programs/loopback'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { readEnv } from '~/runtime/env.server'

const folder = ownFolder('nonsense')
const { file } = folder

/**
 * What `npm start` does with an environment before it opens anything: the web app reads it, then the account API. After them,
 * the operator's command line does.
 */
const read = (given: Record<string, string>) => {
  const source = { DATA_DIR: folder.at('data'), ...given }
  const env = readEnv(source)
  env.sessionSecrets()
  env.accountApi.key()
  readEnvironment(source)
  readSettings(commandLineSettings, source)
}

const notAPort = ['nonsense', '0', '65536', '-1', '3000 ', '3000.5', '0x10']
const notAnOrigin = ['nonsense', 'example.com', 'https://', 'ftp://example.com', 'http://x/path', 'http://x:0']
const notAHost = ['two words', 'http://127.0.0.1', '127.0.0.1/8', '*', 'a,b']
const notAKey = ['short', ',', ' '.repeat(40), `${'k'.repeat(32)},short`]
const notAFolder = ['/proc/x', '/proc/butterfly/data', '/dev/null', file('file', ''), `${file('parent', '')}/data`]

/** A secret as a webhook is signed with. */
const whsec = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`

/** The description of a former system that is in order. */
const formerSystem = { url: 'https://old.example.com/', secret: whsec, source: 'crm', until: '2027-03-31' }

const nonsense: Record<string, string[]> = {
  PORT: [...notAPort, 'tcp://10.0.0.1:4000'],
  HOST: notAHost,
  PUBLIC_URL: notAnOrigin,
  DESK_PORT: notAPort,
  DESK_HOST: notAHost,
  DESK_URL: notAnOrigin,
  TRUST_PROXY: ['nonsense', 'true', '1', '10/8', '10.0.0.0/', '10.0.0.0/99', 'fd00::/129', '10.0.0.0/8/8', '::1,'],
  DEPLOYMENT: ['nonsense', 'Production'],
  DATA_DIR: notAFolder,
  DATABASE_DIRECT_URL: ['nonsense', 'mysql://localhost/x'],
  DATABASE_URL: [
    ...['nonsense', 'mysql://localhost/x', 'postgres://host:99999/x', 'localhost:5432', 'postgres://one,two/x'],
    ...['postgres://host/x?sslmode=prefer', 'postgres://host/x?statement_timeout=0', 'postgres://host/x#y'],
    ...['postgres://host/x?sslrootcert=/nowhere', 'postgres://host/x?uselibpqcompat=true&sslmode=verify-ca'],
  ],
  SESSION_SECRETS: notAKey,
  ACCOUNT_API_KEY: notAKey,
  PASSWORD_PEPPERS: ['nonsense', `none,${' '.repeat(40)}`, `${'k'.repeat(32)},`, `${'k'.repeat(32)},none`],
  PASSWORD_HASH: ['nonsense', 'm=1024,t=1', 'm=19456,t=2,p=2'],
  CLIENT_ID_METADATA_DOCUMENTS: ['nonsense', '1', 'draft-01'],
  BREACHED_PASSWORDS: ['/nowhere', '/tmp', '/dev/null'],
  ACCOUNT_API_AID: ['two words', 'é', 'a'.repeat(65)],
  ACCOUNT_API_PORT: notAPort,
  ACCOUNT_API_HOST: [...notAHost, 'nonsense', '0.0.0.0'],
  ACCOUNT_API_URL: notAnOrigin,
  OPERATOR_KEY: ['nonsense', 'butterfly_operator_', `butterfly_operator_${'k'.repeat(42)}`, 'k'.repeat(43)],
  ACCOUNT_API_PATHS: ['nonsense', file('text.json', 'nonsense'), file('list.json', '["/login"]')],
  LOG_ID_HEADER: ['two words', 'x:', 'é'],
  SESSION_COOKIE: ['two words', 'a=b'],
  FORM_TOKEN_COOKIE: ['a;b'],
  FORM_TOKEN_HEADER: ['x:'],
  BRAND: ['nonsense', file('text.brand', 'nonsense'), file('empty.brand', '{}'), file('list.brand', '[]')],
  POLICY: [
    'nonsense',
    file('text.policy', 'nonsense'),
    file('list.policy', '[]'),
    file('name.policy', '{"registrations": "open"}'),
    file('word.policy', '{"registration": "nobody"}'),
  ],
  THIRD_PARTY: [
    'nonsense',
    file('text.third', 'nonsense'),
    file('list.third', '[]'),
    file('kind.third', '{"example": {"kind": "nonsense"}}'),
    file('secret.third', '{"github": {"kind": "github", "client_id": "a"}}'),
    ...['mobile', 'email', 'password', 'username', 'authenticator', 'passkey', 'new'].map((name) =>
      file(`${name}.third`, `{"${name}": {"kind": "github", "client_id": "a", "client_secret": "b"}}`),
    ),
  ],
  LANGUAGES: ['nonsense', 'zh', 'zh-Hans,EN', 'zh-Hans,', 'zh-Hans,zh-Hans', 'en', 'zh-Hans en'],
  DEFAULT_LANGUAGE: ['nonsense', 'zh', 'EN'],
  TRANSLATIONS_URL: [
    ...['nonsense', 'https://t.example.com', 'https://t.example.com/{{lng}}', 'https://{{lng}}.example.com/{{ns}}'],
    ...['http://texts.example.com/{{lng}}/{{ns}}', 'https://me:secret@texts.example.com/{{lng}}/{{ns}}'],
    ...['https://texts.example.com/{{lng}}/{{ns}}/{{language}}', 'https://texts.example.com/{{lng}}/{{ns}}#{{key}}'],
    ...['https://texts.example.com:0/{{lng}}/{{ns}}', 'file:///texts/{{lng}}/{{ns}}'],
  ],
  TRANSLATIONS_KEY: ['two words', 'é', 'a\nb', 'k'.repeat(257)],
  ANTI_CRAWLER: [
    ...['nonsense', '{}', '[]', '{"CN":1}', '{"cn":"https://vendor.example/a.js"}'],
    ...['http://vendor.example/a.js', 'https://vendor.example/a.js?x=1', 'https://vendor.example/a;b.js', '/a.js'].map(
      (url) => JSON.stringify({ CN: url }),
    ),
  ],
  TELEMETRY_URL: [
    ...['nonsense', 'https://', 'ftp://host', 'http://example.com/events', 'http://10.0.0.1/events', 'https://host:0'],
    ...['https://user:password@host/', 'https://host/events?key=1', 'https://host/#events'],
  ],
  TELEMETRY_CHANNEL: ['nonsense', 'SG', 'sg,va', 'us-east'],
  TELEMETRY_GZIP_BYTES: ['nonsense', '-1', '16385', '1.5'],
  APP_SCHEMES: ['nonsense', 'https', 'javascript', 'Com.app', 'com.example.app,', 'com.example.app:', 'com..app'],
  SINGLE_SIGN_ON: ['nonsense', 'true', 'ON', '1'],
  VARIANT: [
    ...['nonsense', 'WEB', '{}', '[]', '["web"]', '{"m.example.com":"desktop"}'],
    ...['https://m.example.com', 'M.example.com', 'm.example.com/x', 'm.example.com:443', 'me@m.example.com'].map(
      (host) => JSON.stringify({ [host]: 'app' }),
    ),
  ],
  DRAIN_SECONDS: ['nonsense', '-1', '1e3', '301', '5 s'],
  LOG_LEVEL: ['nonsense', '30'],
  SMTP_URL: ['nonsense', 'smtp://', 'smtp:///', 'smtp://:25', 'smtp://a:0', 'http://a', 'a:25', 'smtp://u:50%off@host'],
  MAIL_FROM: [
    ...['nonsense', 'Example', '<>', 'Example <>', 'Example <nonsense>'],
    ...['Example, Inc. <no-reply@example.com>', 'a@example.com, b@example.com'],
    ...['Example <a@example.com> <b@example.com>', 'Example\nBcc: all@example.com <a@example.com>'],
    ...['a@example.com\nBcc: all@example.com'],
  ],
  SMS_WEBHOOK_URL: ['nonsense', 'http://', 'ftp://host', 'host:80', 'http://host:0', 'http://u:50%off@host'],
  SMS_COUNTRIES: ['nonsense', 'UK', 'CN,UK', 'CN,', 'cn', 'CN HK'],
  DATABASE_POOL_SIZE: ['nonsense', '1', '1001', '2.5', '-3', '1e2'],
  DATABASE_TIMEOUT_MS: ['nonsense', '499', '60001', '0', '5s', '1e3'],
  ACTIVITY_DAYS: ['nonsense', '6', '3651', '-7', '1.5', '180d'],
  AUDIT_LOG: ['/proc/nowhere/audit.log', '/tmp'],
  AUDIT_DAYS: ['nonsense', '0', '3651', '-7', '1.5', '90d'],
  ORGANISATION_LOG_DAYS: ['nonsense', '6', '3651', '-7', '1.5', '365d'],
  DNS_SERVERS: ['nonsense', 'dns.com', '192.0.2.1:0', '192.0.2.1:65536', '192.0.2.1,', '192.0.2.1/32', '::1]:53'],
  SMS_DAILY_CAP: ['nonsense', '0', '-1', '1e9', '1.5', '9'.repeat(16)],
  DEFAULT_REGION: ['nonsense', 'UK', 'cn', 'CN,HK'],
  TEST_IDENTIFIERS: [
    ...['nonsense', 'nonsense=123456', '13800000000=123456', '+8613800000000', '+8613800000000=12345'],
    ...['Ann@Example.com=123456', '+8613800000000=123456,+8613800000000=654321'],
  ],
  ALLOW_TEST_IDENTIFIERS: ['0', 'yes', 'true'],
  CAPTCHA: ['nonsense', file('captcha.json', '{}')],
  FORMER_SYSTEM: [
    'nonsense',
    ...[
      { url: 'http://old.example.com/' },
      { secret: 'short' },
      { until: 'tomorrow' },
      { source: '' },
      { login: { key: 'k' } },
    ].map((wrong, nth) => file(`former-${nth}.json`, JSON.stringify({ ...formerSystem, ...wrong }))),
  ],
  WORKPLACE_WEBHOOK_URL: [
    ...['nonsense', 'https://', 'ftp://host', 'http://example.com/invitations', 'http://10.0.0.1/invitations'],
    ...['http://localhost.example.com/', 'https://host:0', 'https://user:password@host/'],
  ],
  WORKPLACE_WEBHOOK_SECRET: [
    ...['nonsense', 'whsec_', `whsec_${Buffer.alloc(23, 'k').toString('base64')}`],
    ...[`whsec_${Buffer.alloc(65, 'k').toString('base64')}`, `whsec_${'k'.repeat(31)}!`, `${whsec},`],
    ...[`${whsec},short`],
  ],
  LARK_APP_ID: ['nonsense', 'cli_', 'cli_two words', `cli_${'a'.repeat(61)}`],
  LARK_APP_SECRET: ['short', 'two words that are long enough', 's'.repeat(129)],
  LARK_URL: ['nonsense', 'open.larksuite.com', 'http://open.larksuite.com', 'https://open.larksuite.com/open-apis'],
}

describe('values that make no sense', () => {
  it('happy: the table has every setting', () => expect(Object.keys(nonsense).sort()).toEqual([...settingNames].sort()))

  const rows = Object.entries(nonsense).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  it.each(rows)('error: the setting %s=%j stops the start with one line that names it', (name, value) => {
    const start = () => read({ [name]: value })
    expect(start).toThrow(BadEnvironment)
    expect(start).toThrow(new RegExp(`^${name} (has to|names a file whose) [^\\n]+\\.$`))
  })
})

it.each([
  ['DATABASE_URL', 'postgres://u:12#34@host/db'],
  ['DATABASE_URL', 'postgres://u:12/34@host/db'],
  ['DATABASE_URL', 'postgres://u:12?34@host/db'],
  ['SMTP_URL', 'smtp://u:12#34@host:25'],
  ['SMTP_URL', 'smtp://u:pa/ss@host:25'],
  ['SMS_WEBHOOK_URL', 'https://u:12?34@host/sms'],
])('security: the password of %s=%s, which it cuts off, is not printed', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(`${name} has to write #, / and ? in a user or a password as`)
})

it('happy: a web address may have an @ in its path', () => {
  expect(read({ SMS_WEBHOOK_URL: 'https://sms.example.com:8443/@me' })).toBeUndefined()
})

it.each([
  'no-reply@example.com',
  'no-reply@localhost',
  '<no-reply@example.com>',
  'Example <no-reply@example.com>',
  '"Example, Inc." <no-reply@example.com>',
  '蝴蝶 <no-reply@example.com>',
])('happy: MAIL_FROM may be %s', (MAIL_FROM) => {
  expect(readEnvironment({ DATA_DIR: folder.at('data'), MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
})

it('happy: a data folder is created with its parents, and the trial leaves nothing behind', () => {
  const path = join(folder.path, 'one', 'two')
  makeDataDir(path)
  expect(existsSync(path)).toBe(true)
  makeDataDir(path)
  expect(read({ DATA_DIR: path, SESSION_SECRETS: 's'.repeat(32), ACCOUNT_API_KEY: 'k'.repeat(32) })).toBeUndefined()
  mkdirSync(join(path, 'again'))
})

describe('names that are misspelt', () => {
  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['SMTPURL', 'SMTP_URL'],
    ['SMTP-URL', 'SMTP_URL'],
    ['smtp_url', 'SMTP_URL'],
    ['ACOUNT_API_KEY', 'ACCOUNT_API_KEY'],
    ['ACCOUNT_API_KEYS', 'ACCOUNT_API_KEY'],
    ['ACCOUNT_APU_URI', 'ACCOUNT_API_URL'],
    ['SESSION_SECRET', 'SESSION_SECRETS'],
    ['PASSWORD_PEPPER', 'PASSWORD_PEPPERS'],
    ['TRUST_PROXIE', 'TRUST_PROXY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['DEPLOYEMENT', 'DEPLOYMENT'],
    ['DATBASE_URL', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['SMTP_ULR_FILE', 'SMTP_URL_FILE'],
  ])('error: the misspelt variable %s stops the start, which names the intended %s', (name, meant) => {
    const start = () => read({ [name]: 'x' })
    expect(start).toThrow(BadEnvironment)
    expect(start).toThrow(`${name} is not a setting: ${meant} is. Correct the name, or unset it.`)
  })

  it('happy: a name that another program needs is accepted if the setting is also present', () => {
    expect(misspelt({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://host/name' })).toEqual([])
    expect(misspelt({ SMTP_ULR: '' })).toEqual([])
  })

  it('happy: system variables do not stop the start', () => {
    const usual = `PATH HOME HOSTNAME HOSTTYPE HOSTS POST PORTS LOGNAME LOG_DIR LOG_FORMAT USER SHELL PWD OLDPWD LANG LC_ALL
      TERM TMPDIR TZ SHLVL EDITOR PAGER MAIL MAILTO MAIL_HOST MAIL_PORT MAIL_FROM_NAME MAIL_FROM_ADDRESS DISPLAY XAUTHORITY
      XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SESSION_MANAGER SSH_AUTH_SOCK DB_URL REDIS_URL DATABASE_HOST DATABASE_USER
      DATABASE_PASSWORD SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_PASS NODE_ENV NODE_OPTIONS NODE_PATH npm_config_cache
      npm_lifecycle_event npm_package_name INIT_CWD COLOR CI GITHUB_ACTIONS GITHUB_SHA RUNNER_OS HOSTING VARIANT_ID NODE_VARIANT
      DEPLOYMENT_ID VERCEL_DEPLOYMENT_ID INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CAPTCHA_KEY PUBLIC_DIR PUBLIC_PATH
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP BUTTERFLY_SERVICE_HOST ACCOUNT_API_SERVICE_HOST WEB_PORT port host Path`
    const source = Object.fromEntries(usual.split(/\s+/).map((name) => [name, 'x']))
    expect(misspelt(source)).toEqual([])
    expect(unreadIn(source)).toEqual([])
  })

  it('error: an unknown name that looks like a setting is reported, except names that Kubernetes creates for a service', () => {
    const names = ['ACCOUNT_API_TIMEOUT', 'ACCOUNT_API_PORT_4000_TCP_ADDR', 'ACCOUNT_API_SERVICE_PORT_HTTP']
    expect(unreadIn(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([
      { variables: ['ACCOUNT_API_TIMEOUT'], about: 'looks like a setting, but is not one' },
    ])
  })
})

describe('places that cannot be reached', () => {
  const listenProblem = async (options: ListenOptions) => {
    const server = createServer()
    server.listen(options)
    const [error] = await once(server, 'error')
    return whyNotListening(error, { host: ['HOST', options.host ?? ''], port: ['PORT', options.port ?? 0] })
  }

  it('error: a host that this machine lacks stops the start with a line that names it', async () => {
    for (const host of ['nonsense.invalid', '192.0.2.1']) {
      const problem = await listenProblem({ host, port: 0 })
      expect(problem).toBeInstanceOf(BadEnvironment)
      expect(String((problem as Error).message)).toMatch(
        new RegExp(`^HOST has to be an address of this machine, and ${host} is not \\(E[A-Z_]+\\)\\.$`),
      )
    }
  })

  it('error: a port that is taken or not permitted stops the start in the same way', async () => {
    const holder = createServer()
    const port = await listenOnLoopback(holder)
    const taken = await listenProblem({ host: '127.0.0.1', port })
    holder.close()
    expect((taken as Error).message).toBe(`Port ${port} is taken already: set PORT to another.`)
    const place = { host: ['HOST', '127.0.0.1'], port: ['PORT', 80] } as const
    expect(whyNotListening(Object.assign(new Error('no'), { code: 'EACCES' }), place)).toMatchObject({
      message: 'PORT has to be a port that this user may listen on, and 80 is not.',
    })
    const other = new Error('another')
    expect(whyNotListening(other, place)).toBe(other)
  })

  it('error: a database that cannot be opened stops the start too; our own errors stay unchanged', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' })
    const line = /^DATABASE_URL has to name a database that can be opened \(ECONNREFUSED\): it gives no answer/
    const place = { DATABASE_URL: 'postgres://127.0.0.1:1/butterfly', DATA_DIR: '' }
    for (const error of [refused, new AggregateError([refused, refused])])
      expect(whyNoDatabase(error, place)).toMatchObject({
        name: 'BadEnvironment',
        message: expect.stringMatching(line),
      })
    const own = Object.assign(new Error('relation exists'), { code: '42P07' })
    expect(whyNoDatabase(own, place)).toBe(own)
  })

  it.each([
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /certificate is not trusted/],
    [{ message: 'The server does not support SSL connections' }, /does not support TLS/],
    [{ code: '28000', message: 'no pg_hba.conf entry for host "::1", user "u", no encryption' }, /by TLS alone/],
    [{ code: '42501', message: 'permission denied for schema public' }, /lacks rights/],
  ])('error: a database that refuses with %j is reported with the setting that names it', (fields, because) => {
    const place = { DATABASE_URL: 'postgres://h/d', DATABASE_DIRECT_URL: 'postgres://d/d', DATA_DIR: '' }
    const told = whyNoDatabase(Object.assign(new Error('no'), fields), place)
    expect(told).toBeInstanceOf(BadEnvironment)
    expect((told as Error).message).toMatch(/^DATABASE_DIRECT_URL has to name a database that can be opened/)
    expect((told as Error).message).toMatch(because)
  })

  it('happy: a web app waits for an account API that has not started yet, and the log names the variable', async () => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: folder.at('waiting'),
      PORT: String(await freePort()),
      ACCOUNT_API_URL: 'http://127.0.0.1:1',
    }
    const program = startProgram(process.execPath, [join(root, 'build/web.js')], { env })
    const line = 'the account API at ACCOUNT_API_URL does not answer yet'
    await eventually('the line in the log', () => program.said().includes(line) || undefined)
    expect(await program.stop()).toBe(0)
  })

  it.each([
    ['HOST', { HOST: 'nonsense.invalid', ACCOUNT_API_URL: 'http://127.0.0.1:1' }],
    ['DATA_DIR', { DATA_DIR: '/proc/butterfly' }],
  ])('error: the built web app ends with one line about %s', async (name, given) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder.at('built'), ...given }
    const { ended, said } = await runProgram(process.execPath, [join(root, 'build/web.js')], { env })
    expect({ ended, said }).toEqual({ ended: 1, said: expect.stringMatching(new RegExp(`^${name} [^\\n]+\\.\\n$`)) })
  })
})
