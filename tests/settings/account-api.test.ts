import { expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { BadEnvironment } from '#settings/settings'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('account-api-settings')

const key = 'k'.repeat(32)
const production = {
  DEPLOYMENT: 'production',
  ACCOUNT_API_KEY: key,
  SMTP_URL: 'smtp://127.0.0.1:25',
  PUBLIC_URL: 'https://accounts.example.com',
}

it('happy: all settings are optional, and the generated key is kept', () => {
  const first = readEnvironment({ DATA_DIR: folder.path })
  expect(first).toMatchObject({ ACCOUNT_API_PORT: 4000, ACCOUNT_API_HOST: '127.0.0.1', DEPLOYMENT: 'local' })
  expect(first).toMatchObject({ PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'warn', DEFAULT_REGION: 'CN' })
  expect(readEnvironment({ DATA_DIR: folder.path }).ACCOUNT_API_KEY).toEqual(first.ACCOUNT_API_KEY)
})

it('happy: production starts with a key and a channel', () => {
  expect(readEnvironment(production)).toMatchObject({ DEPLOYMENT: 'production', LOG_LEVEL: 'info' })
})

it('happy: the first pepper is used for new hashes, unless it is invalid', () => {
  const peppersOf = (PASSWORD_PEPPERS: string) =>
    readEnvironment({ ACCOUNT_API_KEY: key, PASSWORD_PEPPERS }).PASSWORD_PEPPERS
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(peppersOf('')).toEqual({ forNew: undefined, all: [] })
  expect(peppersOf(`${first}, ${second}`)).toEqual({ forNew: first, all: [first, second] })
  expect(peppersOf(`none,${second}`)).toEqual({ forNew: undefined, all: [second] })
})

it('happy: the costs of a password hash are read as numbers', () => {
  const costsOf = (PASSWORD_HASH: string) => readEnvironment({ ACCOUNT_API_KEY: key, PASSWORD_HASH }).PASSWORD_HASH
  expect(costsOf('')).toEqual({ memoryCost: 19456, timeCost: 2 })
  expect(costsOf('m=7168,t=5')).toEqual({ memoryCost: 7168, timeCost: 5 })
})

it('happy: lists in the settings are read as sets and maps', () => {
  const env = readEnvironment({
    ACCOUNT_API_KEY: key,
    SMS_COUNTRIES: 'CN,HK',
    TEST_IDENTIFIERS: '+8613800000000=123456,ann@example.com=654321',
  })
  expect(env.SMS_COUNTRIES).toEqual(new Set(['CN', 'HK']))
  expect(env.TEST_IDENTIFIERS).toEqual(
    new Map([
      ['+8613800000000', '123456'],
      ['ann@example.com', '654321'],
    ]),
  )
})

it.each([
  [['username'], {}, true],
  [['mobile', 'email'], {}, true],
  [['mobile'], { SMS_WEBHOOK_URL: 'https://sms.example.com', SMS_COUNTRIES: 'CN' }, true],
  [['mobile'], {}, false],
  [['email'], { SMTP_URL: '', SMS_WEBHOOK_URL: 'https://sms.example.com', SMS_COUNTRIES: 'CN' }, false],
])('security: production needs a channel for one of %j; with %o it has one: %s', (identifiers, variables, starts) => {
  const POLICY = folder.file('policy.json', JSON.stringify({ identifiers }))
  const read = () => readEnvironment({ ...production, ...variables, POLICY })
  if (starts) expect(read().POLICY.identifiers).toEqual(identifiers)
  else expect(read).toThrow('POLICY has to allow an identifier with a channel')
})

it.each([
  ['ACCOUNT_API_KEY', { ACCOUNT_API_KEY: '' }],
  ['SMTP_URL or SMS_WEBHOOK_URL', { SMTP_URL: '' }],
  ['SMS_COUNTRIES', { SMS_WEBHOOK_URL: 'https://sms.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://accounts.example.com' }],
  ['TEST_IDENTIFIERS', { TEST_IDENTIFIERS: '+8613800000000=123456' }],
])('security: production refuses to start because of %s: %o', (name, variables) => {
  const read = () => readEnvironment({ ...production, ...variables })
  expect(read).toThrow(BadEnvironment)
  expect(read).toThrow(new RegExp(`^${name} has to be [^\n]+ with DEPLOYMENT=production\\.$`))
})

it.each(['0.0.0.0', '::', '10.0.0.5', 'localhost.example.com', '::ffff:127.0.0.1', '127.0.0.1.example.com'])(
  'security: somebody on the network reads /outbox of a local deployment that listens on %s',
  (ACCOUNT_API_HOST) => {
    const read = () => readEnvironment({ DATA_DIR: folder.path, ACCOUNT_API_HOST })
    expect(read).toThrow(BadEnvironment)
    expect(read).toThrow('ACCOUNT_API_HOST has to be a loopback address such as 127.0.0.1, with DEPLOYMENT=local.')
    // Production has no /outbox.
    expect(readEnvironment({ ...production, ACCOUNT_API_HOST }).ACCOUNT_API_HOST).toBe(ACCOUNT_API_HOST)
  },
)

it.each(['127.0.0.1', '127.0.3.4', '::1', 'localhost'])('happy: a local deployment listens on %s', (host) => {
  expect(readEnvironment({ DATA_DIR: folder.path, ACCOUNT_API_HOST: host }).ACCOUNT_API_HOST).toBe(host)
})

it('happy: production accepts test identifiers that are explicitly allowed', () => {
  const allowed = { TEST_IDENTIFIERS: '+8613800000000=123456', ALLOW_TEST_IDENTIFIERS: '1' }
  expect(readEnvironment({ ...production, ...allowed }).TEST_IDENTIFIERS?.size).toBe(1)
})

const whsec = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
const webhook = { WORKPLACE_WEBHOOK_URL: 'https://example.com/invitations', WORKPLACE_WEBHOOK_SECRET: whsec }
const lark = { LARK_APP_ID: 'cli_a1b2c3d4e5f6', LARK_APP_SECRET: 's'.repeat(32) }

it('happy: workplace messages go to a webhook, signed with each secret, or through a Lark or Feishu app', () => {
  const other = `whsec_${Buffer.alloc(24, 'o').toString('base64')}`
  const env = readEnvironment({ ACCOUNT_API_KEY: key, ...webhook, WORKPLACE_WEBHOOK_SECRET: `${whsec}, ${other}` })
  expect(env.WORKPLACE_WEBHOOK_SECRET).toEqual([Buffer.alloc(32, 'k'), Buffer.alloc(24, 'o')])
  expect(readEnvironment({ ACCOUNT_API_KEY: key, ...lark }).LARK_URL.href).toBe('https://open.feishu.cn/')
  const local = { ...webhook, WORKPLACE_WEBHOOK_URL: 'http://127.0.0.1:8080/invitations' }
  expect(readEnvironment({ ACCOUNT_API_KEY: key, ...local }).WORKPLACE_WEBHOOK_URL).toBe(local.WORKPLACE_WEBHOOK_URL)
})

it.each([
  ['WORKPLACE_WEBHOOK_SECRET', { WORKPLACE_WEBHOOK_URL: webhook.WORKPLACE_WEBHOOK_URL }],
  ['WORKPLACE_WEBHOOK_URL', { WORKPLACE_WEBHOOK_SECRET: whsec }],
  ['LARK_APP_SECRET', { LARK_APP_ID: lark.LARK_APP_ID }],
  ['LARK_APP_ID', { LARK_APP_SECRET: lark.LARK_APP_SECRET }],
  ['LARK_APP_ID', { ...webhook, ...lark }],
])('error: %s is named if settings of workplace messaging contradict each other', (name, given) => {
  const start = () => readEnvironment({ ACCOUNT_API_KEY: key, DATA_DIR: folder.path, ...given })
  expect(start).toThrow(BadEnvironment)
  expect(start).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
})

it('error: a direct URL past a pooler is refused if the database’s own URL is missing', () => {
  const DATABASE_DIRECT_URL = 'postgres://127.0.0.1/butterfly'
  const read = () => readEnvironment({ DATA_DIR: folder.path, DATABASE_DIRECT_URL })
  expect(read).toThrow(/^DATABASE_URL has to be set if DATABASE_DIRECT_URL is\.$/)
  const DATABASE_URL = 'postgres://127.0.0.1:6432/butterfly'
  expect(readEnvironment({ DATA_DIR: folder.path, DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    DATABASE_DIRECT_URL,
  })
})
