import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { setSheetCookie } from '~/document/page-styles.server'

withFakeAccountApi()

const newBrowser = (language = 'en') => openBrowser({ language, isNew: true })

const styleIn = (html: string) => /<style>([^<]*)<\/style>/.exec(html)?.[1]
const linkIn = (html: string) => /<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
const hashOf = (style = '') => `'sha256-${createHash('sha256').update(style).digest('base64')}'`
const sourcesOf = (headers: Headers) => /; style-src ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1]

describe('the style sheet', () => {
  it('happy: a first visit has its rules in the page and fetches the sheet, for which the next page waits', async () => {
    const browser = newBrowser()
    const { html, headers } = await browser.show('/login')
    const style = styleIn(html)
    expectTexts(style ?? '', { shown: ['--accent', '.button'] })
    expect(style).not.toMatch(/\.facts|\.scene|pre\b/)
    expect(linkIn(html)).toMatch(/ href="[^"]+" media="print"\/>$/)
    expect(sourcesOf(headers)).toBe(`'self' ${hashOf(style)}`)
    expect(headers.getSetCookie()).toEqual([setSheetCookie('en')])
    expect(headers.get('cache-control')).toBe('no-store')
    const next = await browser.show('/login')
    expect(styleIn(next.html)).toBeUndefined()
    expect(linkIn(next.html)).not.toContain('media')
    expect(sourcesOf(next.headers)).toBe("'self'")
    expect(next.headers.getSetCookie()).toEqual([])
  })

  it('happy: a returned form and a 404 page are first visits, too', async () => {
    for (const { html, headers } of [
      await newBrowser().show('/login', { fields: {} }),
      await newBrowser().show('/nowhere'),
    ]) {
      expect(sourcesOf(headers)).toBe(`'self' ${hashOf(styleIn(html))}`)
      expect(linkIn(html)).toContain('media="print"')
    }
  })

  it('happy: a page with rules of its own has them next to the sheet', async () => {
    const { html, headers } = await openBrowser().show('/nowhere')
    expect(styleIn(html)).toMatch(/^\.bare\s*\{/)
    expect(linkIn(html)).not.toContain('media')
    expect(sourcesOf(headers)).toBe(`'self' ${hashOf(styleIn(html))}`)
  })

  it('happy: a small page has one small style sheet, and sets no cookie for it', async () => {
    const { html, headers } = await newBrowser().show('/passport/wap/login')
    expect(html).not.toContain('<style')
    expect(html.match(/stylesheet/g)).toHaveLength(1)
    expect(readFileSync('app/document/styles/small.css').length).toBeLessThan(512)
    expect(headers.getSetCookie().join()).not.toContain('butterfly_style')
  })

  it('security: a cookie with any other value counts as “no sheet”, and is in no answer', async () => {
    const [, version = ''] = /=([^;]+)/.exec(setSheetCookie('en')) ?? []
    for (const value of ['', 'x', `${version}x`, version.slice(1), '%3Cstyle%3E', '"><style>', '__proto__']) {
      const browser = newBrowser()
      browser.jar.set('butterfly_style', value)
      const { html, headers } = await browser.show('/login')
      expect(linkIn(html), value).toContain('media="print"')
      expect(headers.getSetCookie(), value).toEqual([setSheetCookie('en')])
      if (value.length > 3) expect(html + headers.get('content-security-policy')).not.toContain(value)
    }
  })

  it('security: text that people send never gets into the rules in a page', async () => {
    const text = '<style></style>$&</style><style>*{color:red}'
    const plain = await newBrowser().show('/login')
    const { html, headers } = await newBrowser().show('/login', { fields: { account: text, password: '' } })
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(sourcesOf(headers)).toBe(`'self' ${hashOf(styleIn(html))}`)
    expect(styleIn(html)).not.toContain('color:red')
    expect(styleIn(plain.html)).toContain('--accent')
  })
})

describe('where a deployment offers Arabic', () => {
  withSettings({ languages: ['zh-Hans', 'en', 'ar'] })

  it('happy: a browser that has the style sheet of one direction gets the rules of the other direction in the page', async () => {
    const browser = newBrowser('ar')
    expect(styleIn((await browser.show('/login')).html)).toBeDefined()
    expect(styleIn((await browser.show('/login')).html)).toBeUndefined()
    const { html, headers } = await browser.show('/login?lng=en')
    expect(styleIn(html)).toContain('--accent')
    expect(headers.getSetCookie()).toContain(setSheetCookie('en'))
  })
})
