import { describe, expect, it } from 'vitest'
import * as signIn from '../../app/routes/login/route'
import * as wap from '../../app/routes/passport/wap/login/route'
import * as settings from '../../app/routes/settings/route'
import { done } from '../../contract/server'
import { infoOf } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { askFor, type Page } from './page'
import { signedInBrowser } from './person'
import { withSettings } from './with-settings'

const fake = withFakeAccountApi()
const script = 'https://vendor.example/guard.js'

const policyOf = ({ headers }: Page): string => headers.get('content-security-policy') ?? ''
const openIn = (language: string, page: unknown = signIn, path = '/login') =>
  askFor(openBrowser({ language }), page, path)

describe('a script against crawlers for one region', () => {
  withSettings({ antiCrawler: new Map([['CN', script]]) })

  it('happy: visitors of the region load it after the page, and its policy allows it alone', async () => {
    const page = await openIn('zh-CN')
    expect(page.html).toMatch(new RegExp(`</footer><script defer="" src="${script}"></script></body>`))
    expect(policyOf(page)).toContain(`script-src ${script};`)
    expect(policyOf(page)).toContain('connect-src https://vendor.example;')
  })

  it('happy: visitors of other regions load nothing, and the page says that it differs by region', async () => {
    const page = await openIn('en-US')
    expect(page.html).not.toContain('<script')
    expect(page.html).toContain('data-by-region')
    expect(policyOf(page)).not.toContain('script-src')
  })

  it('happy: other pages load nothing, nor do small ones', async () => {
    const browser = await signedInBrowser(fake, { language: 'zh-CN' })
    fake.answer('accountInfo', done(infoOf()))
    const pages = [await askFor(browser, settings, '/settings'), await openIn('zh-CN', wap, '/passport/wap/login')]
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
