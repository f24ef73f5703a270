import { expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { readEnv } from '~/runtime/env.server'

const folder = ownFolder('captcha-settings')

const vendorFile = (name: string, content: object): string => folder.file(name, JSON.stringify(content))
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

it('security: the web app reads a vendor’s public settings, the account API the secret', () => {
  const CAPTCHA = vendorFile('vendor.json', vendor)
  expect(readEnv({ CAPTCHA }).captchaVendor).toEqual({
    settings_url: vendor.settings_url,
    script_url: vendor.script_url,
    script_backup_urls: [],
    global: 'VendorCaptcha',
    origins: [],
    region: 'sg',
    language: 'zh',
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
  [vendorFile('p.json', { ...vendor, script_url: 'http://cdn.example.com/x.js' }), /^CAPTCHA [^\n]+script_url[^\n]+$/],
  [vendorFile('global.json', { ...vendor, global: 'a b' }), /^CAPTCHA [^\n]+global[^\n]+$/],
])('error: CAPTCHA=%s is refused in one line', (CAPTCHA, message) => {
  expect(() => readEnv({ CAPTCHA })).toThrow(message)
})

it('error: the account API refuses a vendor whose secret is missing', () => {
  const { secret: _, ...without } = vendor
  const CAPTCHA = vendorFile('no-secret.json', without)
  expect(() => readEnvironment({ CAPTCHA })).toThrow(/^CAPTCHA[^\n]+secret[^\n]+$/)
})
