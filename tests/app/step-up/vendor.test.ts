import { describe, expect, it } from 'vitest'
import { refuse } from '#contract/server'
import { vendorInBrowser } from '#settings/vendors/captcha-vendor'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { challenge } from './challenges'

const fake = withFakeAccountApi()
const urls = { settings_url: 'https://captcha.example.com/settings', script_url: 'https://captcha.example.com/script' }

/** What the page of a captcha hands to the script of the vendor. */
const handedIn = async (language: string, decision: { code: number } = { code: 3059 }) => {
  fake.answers({ accountLoginV2: refuse('captcha_required', { decision }), getCaptcha: () => challenge(decision) })
  const fields = { account: 'ann', password: 'correct horse' }
  const { html } = await openBrowser({ language }).show('/login', { fields })
  const [, handed = '{}'] = /data-vendor="([^"]*)"/.exec(html) ?? []
  return JSON.parse(handed.replaceAll('&quot;', '"')) as object
}

describe('the captcha of a vendor', () => {
  withSettings({ captchaVendor: vendorInBrowser.parse(urls) })

  it.each(['zh-CN', 'en'])(
    'happy: a page in %s opens the captcha in zh, as the specification says',
    async (language) => {
      expect(await handedIn(language)).toMatchObject({ language: 'zh', region: 'sg', mode: 'mask' })
    },
  )

  it.each([
    [3059, 'text'],
    [3060, '3d'],
    [99996, 'whirl'],
    [4711, 'slide'],
  ])('happy: a decision that has only the code %i opens it as %s', async (code, subtype) => {
    expect(await handedIn('zh-CN', { code })).toMatchObject({ code, subtype })
  })
})

describe('the captcha of a vendor whose language is that of the page', () => {
  withSettings({ captchaVendor: vendorInBrowser.parse({ ...urls, language: 'page' }) })

  it.each([
    ['zh-CN', 'zh'],
    ['en', 'en'],
    ['fr', 'zh'],
  ])('happy: a page in %s opens the captcha in %s', async (language, expected) => {
    expect(await handedIn(language)).toMatchObject({ language: expected })
  })
})

describe('the captcha of a vendor whose language is set', () => {
  withSettings({ captchaVendor: vendorInBrowser.parse({ ...urls, language: 'ja' }) })

  it.each(['zh-CN', 'en'])('happy: a page in %s opens the captcha in the set language', async (language) => {
    expect(await handedIn(language)).toMatchObject({ language: 'ja' })
  })
})
