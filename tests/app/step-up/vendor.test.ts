import { describe, expect, it } from 'vitest'
import { refuse } from '#contract/server'
import { vendorInBrowser } from '#settings/vendors/captcha-vendor'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { challenge } from './challenges'

const fake = withFakeAccountApi()
const urls = { settings_url: 'https://captcha.example.com/settings', script_url: 'https://captcha.example.com/script' }

const decision = { code: 3059 }

const handedIn = async (language: string) => {
  fake.answers({ accountLoginV2: refuse('captcha_required', { decision }), getCaptcha: () => challenge(decision) })
  const fields = { account: 'ann', password: 'correct horse' }
  const { html } = await openBrowser({ language }).show('/login', { fields })
  const [, handed = '{}'] = /data-vendor="([^"]*)"/.exec(html) ?? []
  return JSON.parse(handed.replaceAll('&quot;', '"')) as object
}

describe.each([
  // As the specification says.
  ['not set', {}, { 'zh-CN': 'zh', en: 'zh' }],
  ['that of the page', { language: 'page' }, { 'zh-CN': 'zh', en: 'en', fr: 'zh' }],
  ['set', { language: 'ja' }, { 'zh-CN': 'ja', en: 'ja' }],
])('the captcha of a vendor whose language is %s', (_, set, expected) => {
  withSettings({ captchaVendor: vendorInBrowser.parse({ ...urls, ...set }) })

  it.each(Object.entries(expected))('happy: a page in %s opens the captcha in %s', async (language, opened) => {
    expect(await handedIn(language)).toMatchObject({
      ...{ code: 3059, subtype: 'text', language: opened, region: 'sg', mode: 'mask' },
    })
  })
})
