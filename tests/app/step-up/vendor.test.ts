import { describe, expect, it } from 'vitest'
import { refuse } from '#contract/server'
import { vendorInBrowser } from '#settings/vendors/captcha-vendor'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { challenge } from './challenges'

const fake = withFakeAccountApi()
const urls = { settings_url: 'https://captcha.example.com/settings', script_url: 'https://captcha.example.com/script' }

const handedIn = async (language: string, decision: { code: number } = { code: 3059 }) => {
  fake.answers({ accountLoginV2: refuse('captcha_required', { decision }), getCaptcha: () => challenge(decision) })
  const fields = { account: 'ann', password: 'correct horse' }
  const { html } = await openBrowser({ language }).show('/login', { fields })
  const [, handed = '{}'] = /data-vendor="([^"]*)"/.exec(html) ?? []
  return JSON.parse(handed.replaceAll('&quot;', '"')) as object
}

describe('the captcha of a vendor', () => {
  withSettings({ captchaVendor: vendorInBrowser.parse(urls) })

  it.each([
    [3059, 'text'],
    [3060, '3d'],
    [99996, 'whirl'],
    [4711, 'slide'],
  ])('happy: a decision that has only the code %i opens it as %s', async (code, subtype) => {
    expect(await handedIn('zh-CN', { code })).toMatchObject({ code, subtype })
  })
})

describe.each([
  // As the specification says.
  ['not set', {}, { 'zh-CN': 'zh', en: 'zh' }],
  ['that of the page', { language: 'page' }, { 'zh-CN': 'zh', en: 'en', fr: 'zh' }],
  ['set', { language: 'ja' }, { 'zh-CN': 'ja', en: 'ja' }],
])('the captcha of a vendor whose language is %s', (_, set, expected) => {
  withSettings({ captchaVendor: vendorInBrowser.parse({ ...urls, ...set }) })

  it.each(Object.entries(expected))('happy: a page in %s opens the captcha in %s', async (language, opened) => {
    expect(await handedIn(language)).toMatchObject({ language: opened, region: 'sg', mode: 'mask' })
  })
})
