import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { isOurOrigin, readEnv } from '~/runtime/env.server'

const folder = ownFolder('web-app-settings')

const secret = 'x'.repeat(32)
const production = {
  DEPLOYMENT: 'production',
  PUBLIC_URL: 'https://accounts.example.com',
  SESSION_SECRETS: secret,
  ACCOUNT_API_KEY: secret,
}

it('happy: with nothing set, the web app listens on this machine and starts an account API', () => {
  const env = readEnv({})
  expect(env).toMatchObject({ port: 3000, host: '127.0.0.1', secure: false, deployment: 'local' })
  expect(env.variantAt('localhost:3000')).toBe('web')
  expect(env).toMatchObject({ logLevel: 'info', dataDir: resolve('data') })
  expect(env.publicUrl.href).toBe('http://localhost:3000/')
  expect(env.accountApi).toMatchObject({
    url: 'http://127.0.0.1:4000',
    embedded: true,
    aid: 'butterfly',
    logIdHeader: 'x-log-id',
  })
})

it('happy: an empty variable counts as unset, and PUBLIC_URL follows PORT', () => {
  const env = readEnv({ PORT: '8080', PUBLIC_URL: '', ACCOUNT_API_URL: '', LOG_LEVEL: '' })
  expect(env.publicUrl.origin).toBe('http://localhost:8080')
  expect(env.accountApi.embedded).toBe(true)
})

it('happy: another account API can have its own paths and log id header', () => {
  const [url, paths, logIdHeader] = ['https://passport.example.com', { logout: '/v1/sign_out' }, 'X-Request-Id']
  const ACCOUNT_API_PATHS = folder.file('paths.json', JSON.stringify(paths))
  const env = readEnv({ ACCOUNT_API_URL: url, ACCOUNT_API_PATHS, LOG_ID_HEADER: logIdHeader })
  expect(env.accountApi).toMatchObject({ url, embedded: false, paths, logIdHeader })
})

it('happy: telemetry is off by default, and takes a receiver’s address and a channel', () => {
  expect(readEnv({}).telemetry).toEqual({ url: undefined, channel: undefined, isInChina: true })
  const url = 'https://collect.example.com/v1'
  const { telemetry } = readEnv({ TELEMETRY_URL: url, TELEMETRY_CHANNEL: 'ie2', DEFAULT_REGION: 'GB' })
  expect({ ...telemetry, url: telemetry.url?.href }).toEqual({ url, channel: 'ie2', isInChina: false })
  expect(readEnv({ TELEMETRY_URL: 'http://127.0.0.1:4318' }).telemetry.url?.port).toBe('4318')
})

it.each([
  ['a call that does not exist', { sign_out: '/v1/sign_out' }],
  ['a field that the call does not have', { logout: '/v1/{mobile}/sign_out' }],
  ['a path without a slash', { logout: 'v1' }],
])('error: a path map with %s is refused', (_what, map) => {
  const ACCOUNT_API_PATHS = folder.file('bad-paths.json', JSON.stringify(map))
  expect(() => readEnv({ ACCOUNT_API_PATHS })).toThrow(
    /^ACCOUNT_API_PATHS has to name a JSON file of call name → path\.$/,
  )
})

it('happy: a translation service has an address with placeholders, and an optional key', () => {
  const TRANSLATIONS_URL = 'https://texts.example.com/{{key}}/{{lng}}?ns={{ns}}'
  expect(readEnv({}).translations).toBeUndefined()
  expect(readEnv({ TRANSLATIONS_URL }).translations).toEqual({ url: TRANSLATIONS_URL, key: undefined })
  const onThisMachine = 'http://127.0.0.1:8080/{{lng}}/{{ns}}'
  const env = readEnv({ TRANSLATIONS_URL: onThisMachine, TRANSLATIONS_KEY: 'pk_1' })
  expect(env.translations).toEqual({ url: onThisMachine, key: 'pk_1' })
})

it('happy: pages offer Chinese and English, or the languages that LANGUAGES names, in its order', () => {
  expect(readEnv({}).languages).toEqual(['zh-Hans', 'en'])
  expect(readEnv({ LANGUAGES: 'ar, en', DEFAULT_LANGUAGE: 'en' }).languages).toEqual(['ar', 'en'])
})

it.each([
  ['a default language that is not offered', { LANGUAGES: 'ar,en' }, /^LANGUAGES has to include DEFAULT_LANGUAGE\.$/],
  [
    'a key without a translation service',
    { TRANSLATIONS_KEY: 'pk_1' },
    /^TRANSLATIONS_URL has to be set if TRANSLATIONS_/,
  ],
])('error: %s is refused', (_what, given, message) => expect(() => readEnv(given)).toThrow(message))

it('happy: production accepts a ring of secrets and all required settings', () => {
  const env = readEnv({ ...production, SESSION_SECRETS: `${'a'.repeat(32)}, ${'b'.repeat(40)}` })
  expect(env.sessionSecrets()).toEqual(['a'.repeat(32), 'b'.repeat(40)])
  expect(env.secure).toBe(true)
})

it.each(['PUBLIC_URL', 'SESSION_SECRETS', 'ACCOUNT_API_KEY'])('security: production without %s is refused', (name) => {
  const read = () => readEnv({ ...production, [name]: undefined })
  expect(read).toThrow(`${name} has to be set with DEPLOYMENT=production.`)
})

it('security: production refuses a public address without TLS, except on loopback', () => {
  expect(() => readEnv({ ...production, PUBLIC_URL: 'http://accounts.example.com' })).toThrow(/^PUBLIC_URL /)
  expect(readEnv({ ...production, PUBLIC_URL: 'http://127.0.0.1:3000' }).secure).toBe(false)
})

it('happy: without DESK_PORT this web app serves no desk, and with DESK_PORT alone the desk listens on this machine', () => {
  expect(readEnv({}).desk).toBeUndefined()
  const { desk } = readEnv({ DESK_PORT: '3001' })
  expect({ ...desk, url: desk?.url.origin }).toEqual({ port: 3001, host: '127.0.0.1', url: 'http://localhost:3001' })
})

it('happy: the desk of a production deployment has its own address, which a copy without a desk links to', () => {
  const DESK_URL = 'https://desk.example.com'
  for (const port of [3001, undefined]) {
    const { desk } = readEnv({ ...production, DESK_URL, ...(port && { DESK_PORT: String(port) }) })
    expect({ ...desk, url: desk?.url.origin }).toMatchObject({ port, url: DESK_URL })
  }
})

it.each([
  ['the port of the web app', { DESK_PORT: '3000' }, /^DESK_PORT has to differ from PORT/],
  ['the address of the web app', { DESK_PORT: '3001', DESK_URL: production.PUBLIC_URL }, /^DESK_URL has to differ/],
  [
    'no address',
    { DESK_PORT: '3001', PUBLIC_URL: 'http://127.0.0.1:3000' },
    /DESK_URL has to be set if DESK_PORT is, with DEPLOYMENT=production/,
  ],
  ['http', { DESK_PORT: '3001', DESK_URL: 'http://desk.example.com' }, /DESK_URL and PUBLIC_URL both have to be https/],
  [
    'http on another host than loopback',
    { DESK_PORT: '3001', PUBLIC_URL: 'http://127.0.0.1:3000', DESK_URL: 'http://desk.example.com' },
    /^DESK_URL has to be https, or loop/,
  ],
])('security: a desk with %s is refused', (_what, given, message) => {
  expect(() => readEnv({ ...production, ...given })).toThrow(message)
})

it('happy: TRUST_PROXY takes addresses and networks, or their names', () => {
  const list = '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback'
  expect(readEnv({ TRUST_PROXY: list }).trustProxy).toBe(list)
})

it('happy: every loopback name with the port counts as this site if PUBLIC_URL is this machine', () => {
  const publicUrl = new URL('http://localhost:3000')
  for (const ours of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.9.9.9:3000', 'http://[::1]:3000'])
    expect(isOurOrigin(ours, publicUrl), ours).toBe(true)
})

it('security: no other origin is ours', () => {
  const local = ['http://localhost', 'http://localhost:3001', 'https://localhost:3000', 'http://localhost.a.com:3000']
  const odd = ['null', '', 'http://127.0.0.1.example.com:3000', 'http://localhost:3000/', 'http://evil@localhost:3000']
  for (const foreign of [...local, ...odd, 'http://0.0.0.0:3000', 'http://10.0.0.1:3000', 'file://'])
    expect(isOurOrigin(foreign, new URL('http://localhost:3000')), foreign).toBe(false)
  for (const foreign of ['http://localhost', 'http://accounts.example.com', 'https://accounts.example.com:8443'])
    expect(isOurOrigin(foreign, new URL('https://accounts.example.com')), foreign).toBe(false)
})

it('security: VARIANT may name the variant of each host, and any other host has the variant of PUBLIC_URL', () => {
  const VARIANT = JSON.stringify({ 'accounts.example.com': 'sso', 'm.example.com': 'app' })
  const { variantAt, publicUrls } = readEnv({ VARIANT, PUBLIC_URL: 'https://accounts.example.com' })
  expect(['m.example.com', 'M.EXAMPLE.COM', 'accounts.example.com'].map(variantAt)).toEqual(['app', 'app', 'sso'])
  expect(publicUrls.map(({ origin }) => origin)).toContain('https://m.example.com')
  for (const host of ['', 'evil.example', 'm.example.com.evil.example', 'm.example.com:8443'])
    expect(variantAt(host), host).toBe('sso')
})

it('happy: a single word sets the variant of every host', () => {
  const { variantAt } = readEnv({ VARIANT: 'app' })
  expect(['localhost:3000', 'other.example'].map(variantAt)).toEqual(['app', 'app'])
})
