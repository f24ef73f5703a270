import { describe, expect, it } from 'vitest'
import { done, infoOf } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import type { Page } from '#tests/app/browser/page'
import { signedInBrowser } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'

const fake = withFakeAccountApi()
const script = 'https://vendor.example/guard.js'

const policyOf = ({ headers }: Page): string => headers.get('content-security-policy') ?? ''
const openIn = (language: string, path = '/login') => openBrowser({ language }).show(path)

describe('a script against crawlers for one region', () => {
  withSettings({ antiCrawler: new Map([['CN', script]]) })

  it('happy: visitors of the region load the script after the page, and the policy allows that script alone', async () => {
    const page = await openIn('zh-CN')
    expect(page.html).toMatch(new RegExp(`</footer><script defer="" src="${script}"></script></body>`))
    expect(policyOf(page)).toContain(`script-src ${script};`)
    expect(policyOf(page)).toContain('connect-src https://vendor.example;')
  })

  it('happy: visitors of other regions load nothing, and the page is marked as depending on the region', async () => {
    const page = await openIn('en-US')
    expectTexts(page.html, { shown: ['data-by-region'], hidden: ['<script'] })
    expect(policyOf(page)).not.toContain('script-src')
  })

  it('happy: other pages and small pages load nothing', async () => {
    const browser = await signedInBrowser(fake, { language: 'zh-CN' })
    fake.answer('accountInfo', done(infoOf()))
    const pages = [await browser.show('/settings'), await openIn('zh-CN', '/passport/wap/login')]
    for (const page of pages) {
      expect(page.html).not.toContain('<script')
      expect(policyOf(page)).not.toContain('vendor.example')
    }
  })
})

it('happy: without the setting there is no script, and no page differs by region', async () => {
  const page = await openIn('zh-CN')
  expect(page.html).not.toMatch(/<script|data-by-region/)
  expect(policyOf(page)).not.toContain('script-src')
})
