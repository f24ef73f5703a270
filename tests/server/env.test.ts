import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readEnvironment } from '../../account-api/env'
import { BadEnvironment, isOurOrigin, readEnv } from '../../app/env.server'
import { secretFile } from '../../secrets/secret-file'
import { temporaryFolder } from '../fixtures/folder'

const folder = temporaryFolder('env')
afterAll(() => folder.remove())

const secret = 'x'.repeat(32)
const production = {
  DEPLOYMENT: 'production',
  PUBLIC_URL: 'https://accounts.example.com',
  SESSION_SECRETS: secret,
  ACCOUNT_API_KEY: secret,
}

it('happy: with nothing set, the app stands on this machine with an account API of its own', () => {
  const env = readEnv({})
  expect(env).toMatchObject({ port: 3000, host: '127.0.0.1', secure: false, variant: 'web', deployment: 'local' })
  expect(env.publicUrl.href).toBe('http://localhost:3000/')
  expect(env.accountApi).toMatchObject({ url: 'http://127.0.0.1:4000', embedded: true, aid: 'butterfly' })
})

it('happy: an empty variable counts as unset, and PUBLIC_URL follows PORT', () => {
  const env = readEnv({ PORT: '8080', PUBLIC_URL: '', ACCOUNT_API_URL: '', LOG_LEVEL: '' })
  expect(env.publicUrl.origin).toBe('http://localhost:8080')
  expect(env.accountApi.embedded).toBe(true)
})

it('happy: another account API with its paths', () => {
  const file = join(folder.path, 'paths.json')
  writeFileSync(file, JSON.stringify({ logout: '/v1/sign_out' }))
  const env = readEnv({ ACCOUNT_API_URL: 'https://passport.example.com', ACCOUNT_API_PATHS: file })
  expect(env.accountApi).toMatchObject({
    url: 'https://passport.example.com',
    embedded: false,
    paths: { logout: '/v1/sign_out' },
  })
})

const vendorFile = (name: string, content: object): string => {
  const file = join(folder.path, name)
  writeFileSync(file, JSON.stringify(content))
  return file
}
const vendor = {
  settings_url: 'https://captcha.example.com/settings',
  script_url: 'https://cdn.example.com/captcha.js',
  verify_url: 'https://captcha.example.com/verify',
  secret: 'of the vendor',
}

it('happy: the captcha is our own unless CAPTCHA names a vendor', () => {
  expect(readEnv({}).captchaVendor).toBeUndefined()
  expect(readEnv({ CAPTCHA: 'embedded' }).captchaVendor).toBeUndefined()
  expect(readEnvironment({ CAPTCHA: 'embedded', DATA_DIR: folder.path }).CAPTCHA).toBeUndefined()
})

it('security: the web app reads what a browser may know of a vendor, the account API the secret', () => {
  const CAPTCHA = vendorFile('vendor.json', vendor)
  expect(readEnv({ CAPTCHA }).captchaVendor).toEqual({
    settings_url: vendor.settings_url,
    script_url: vendor.script_url,
    script_backup_urls: [],
    global: 'VendorCaptcha',
    origins: [],
    region: 'sg',
    mode: 'mask',
    side_slide: false,
    close_decision_check: false,
  })
  const { verify_url, secret } = vendor
  expect(readEnvironment({ CAPTCHA, DATA_DIR: folder.path }).CAPTCHA).toEqual({ verify_url, secret })
})

it.each([
  ['/no/such/file', /^CAPTCHA has to be embedded, or [^\n]+$/],
  [vendorFile('empty.json', {}), /^CAPTCHA names a file whose settings_url [^\n]+$/],
  [
    vendorFile('plain.json', { ...vendor, script_url: 'http://cdn.example.com/x.js' }),
    /^CAPTCHA [^\n]+script_url[^\n]+$/,
  ],
  [vendorFile('global.json', { ...vendor, global: 'a b' }), /^CAPTCHA [^\n]+global[^\n]+$/],
])('error: CAPTCHA=%s is refused in one line', (CAPTCHA, message) => {
  expect(() => readEnv({ CAPTCHA })).toThrow(message)
})

it('error: the account API refuses a vendor whose secret or verify URL is missing', () => {
  const { secret: _, ...without } = vendor
  expect(() => readEnvironment({ CAPTCHA: vendorFile('no-secret.json', without) })).toThrow(
    /^CAPTCHA[^\n]+secret[^\n]+$/,
  )
})

it('happy: a ring of secrets, and a production deployment that has all it needs', () => {
  const env = readEnv({ ...production, SESSION_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(40)}` })
  expect(env.sessionSecrets()).toEqual(['a'.repeat(32), 'b'.repeat(40)])
  expect(env.secure).toBe(true)
})

const bad: [string, string][] = [
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000 '],
  ['ACCOUNT_API_PORT', '-1'],
  ['PUBLIC_URL', 'accounts.example.com'],
  ['PUBLIC_URL', 'https://accounts.example.com/path'],
  ['PUBLIC_URL', 'ftp://accounts.example.com'],
  ['ACCOUNT_API_URL', 'nowhere'],
  ['ACCOUNT_API_KEY', 'short'],
  ['ACCOUNT_API_AID', 'two words'],
  ['ACCOUNT_API_PATHS', '/no/such/file'],
  ['SESSION_SECRETS', `${secret},short`],
  ['SESSION_SECRETS', ','],
  ['VARIANT', 'desktop'],
  ['DEPLOYMENT', 'staging'],
  ['LOG_LEVEL', 'loud'],
]
for (const [name, value] of bad)
  it(`error: ${name}=${JSON.stringify(value)} is refused in one line that names it`, () => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(BadEnvironment)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  })

for (const name of ['PUBLIC_URL', 'SESSION_SECRETS', 'ACCOUNT_API_KEY'] as const)
  it(`security: production without ${name} is refused`, () => {
    expect(() => readEnv({ ...production, [name]: undefined })).toThrow(new RegExp(`^${name} `))
  })

it('happy: TRUST_PROXY is addresses and networks, or their names', () => {
  const list = '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback'
  expect(readEnv({ TRUST_PROXY: list }).trustProxy).toBe(list)
})

it.each(['nonsense', 'true', '1', '10.0.0.0/99', '10.0.0.0/8/8', '127.0.0.1,'])(
  'error: TRUST_PROXY=%s is refused in one line that names it',
  (TRUST_PROXY) => {
    expect(() => readEnv({ TRUST_PROXY })).toThrow(/^TRUST_PROXY has to be [^\n]+$/)
  },
)

it.each([{ SMS_COUNTRIES: 'CN,UK' }, { DEFAULT_REGION: 'UK' }])(
  'error: a region that no number is of is refused: %o',
  (given) => {
    expect(() => readEnvironment({ ...given, DATA_DIR: folder.path })).toThrow(
      /^(SMS_COUNTRIES|DEFAULT_REGION): [^\n]+UK/,
    )
  },
)

it('security: production refuses a public address without TLS, but for this machine itself', () => {
  expect(() => readEnv({ ...production, PUBLIC_URL: 'http://accounts.example.com' })).toThrow(/^PUBLIC_URL /)
  expect(readEnv({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000' }).secure).toBe(false)
})

it('security: a generated secret is made once, of 32 random bytes, and only its owner may read it', () => {
  const directory = join(folder.path, 'new', 'data')
  const made = secretFile(directory, 'session-secrets')
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(secretFile(directory, 'session-secrets')).toBe(made)
  expect(secretFile(directory, 'account-api-key')).not.toBe(made)
  expect(readFileSync(join(directory, 'session-secrets'), 'utf8')).toBe(`${made}\n`)
  expect(statSync(join(directory, 'session-secrets')).mode & 0o777).toBe(0o600)
})

it('error: a secret file that stays empty is no secret', () => {
  const directory = join(folder.path, 'empty')
  mkdirSync(directory)
  writeFileSync(join(directory, 'session-secrets'), '')
  expect(() => secretFile(directory, 'session-secrets')).toThrow(/holds no secret/)
})

it('happy: every loopback name of the port is ours when PUBLIC_URL is this machine', () => {
  const publicUrl = new URL('http://localhost:3000')
  for (const ours of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.9.9.9:3000', 'http://[::1]:3000'])
    expect(isOurOrigin(ours, publicUrl), ours).toBe(true)
})

it('security: no other origin is ours', () => {
  const local = [
    'http://localhost',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost.example.com:3000',
  ]
  const odd = ['null', '', 'http://127.0.0.1.example.com:3000', 'http://localhost:3000/', 'http://evil@localhost:3000']
  for (const foreign of [...local, ...odd, 'http://0.0.0.0:3000', 'http://10.0.0.1:3000', 'file://'])
    expect(isOurOrigin(foreign, new URL('http://localhost:3000')), foreign).toBe(false)
  for (const foreign of ['http://localhost', 'http://accounts.example.com', 'https://accounts.example.com:8443'])
    expect(isOurOrigin(foreign, new URL('https://accounts.example.com')), foreign).toBe(false)
})
