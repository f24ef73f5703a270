import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, readableAccent } from '#rules/accent'
import { signedIn } from '#tests/app/browser/answers'
import { type Browser, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { browserAt, formCaseOf } from '#tests/app/forms/form-cases'
import { brandFile, logo } from '#tests/fixtures/brand'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { readEnv } from '~/runtime/env.server'

const fake = withFakeAccountApi()
const folder = ownFolder('brand')
withSettings({ brand: readEnv({ BRAND: brandFile(folder.path) }).brand })

const open = (language: string) => openBrowser().show(`/login?lng=${language}`)

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noopener">${text}</a>`

describe('pages of an operator', () => {
  it('happy: the header, the title and the links of the footer are the operator’s, in the language of the page', async () => {
    const [english, chinese] = [await open('en'), await open('zh-Hans')]
    expect(english.html).toContain('<title>Sign in – River &amp; Co</title>')
    expect(chinese.html).toMatch(/<title>[^<]+ – 江河<\/title>/)
    expect(chinese.html).toMatch(/<header class="top"><a href="\/"><img [^>]+> 江河<\/a>/)
    expect(`${english.html}${chinese.html}`).not.toContain('Butterfly')
    expectTexts(english.html, {
      shown: [
        link('https://example.com/terms?a=1&amp;b=2', 'Terms of service'),
        link('https://example.com/privacy', 'Privacy policy'),
        link('mailto:help@example.com', 'Contact and support'),
      ],
    })
    expect(chinese.html).toContain(link('https://example.com/zh/terms', '服务条款'))
  })

  it('security: the policy allows the operator’s colour, and no other style in a page', async () => {
    const { html, headers } = await open('en')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
    expect(style).toMatch(
      /^:root\{(--(accent|on-accent|tint):#[\da-f]{6};?){3}\}@media\(prefers-color-scheme:dark\)\{:root\{.*\}\.top img\{/,
    )
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`; style-src 'self' 'sha256-${hash}'; `)
    expect(html.indexOf('<style>')).toBeGreaterThan(html.indexOf('rel="stylesheet"'))
  })

  it('security: on a first visit the operator’s colour comes last, and neither text contains the other', async () => {
    const { html, headers } = await openBrowser({ isNew: true }).show('/login?lng=en')
    const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style)
    expect(styles.map((style) => style.includes('.top img'))).toEqual([false, true])
    const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(headers.get('content-security-policy')).toContain(`; style-src 'self' ${hashes.join(' ')}; `)
  })

  it('security: a script in the logo becomes no markup of a page, and does not run when someone opens the file', async () => {
    const { html } = await open('en')
    const [, src = ''] =
      /<img class="mark" src="(\/passport\/brand\/[\da-f]{16}\.svg)" width="48" height="24" alt=""\/>/.exec(html) ?? []
    expectTexts(html, { shown: [`<link rel="icon" href="${src}"/>`], hidden: ['alert'] })
    const file = await openBrowser().show(src)
    expect(file).toMatchObject({ status: 200, html: logo })
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('error: a file other than the logo is not found', async () => {
    expect((await openBrowser().show('/passport/brand/x.svg')).status).toBe(404)
  })
})

describe('what a person agrees to', () => {
  const sentence = {
    en: `<p class="hint said">By creating an account, you agree to the ${link('https://example.com/terms?a=1&amp;b=2', 'terms of service')} and the ${link('https://example.com/privacy', 'privacy policy')}.</p>`,
    'zh-Hans': `<p class="hint said">注册即表示你已阅读并同意${link('https://example.com/zh/terms', '《服务条款》')}和${link('https://example.com/privacy', '《隐私政策》')}。</p>`,
  }

  /** Expects the sentence above the button of a page, in both languages, and nothing to tick. */
  const expectSentence = async (browser: Browser, path: string) => {
    for (const language of ['en', 'zh-Hans'] as const) {
      const [before = '', after = ''] = (await browser.mainAt(`${path}?lng=${language}`)).split(sentence[language])
      expect(before, path).toContain('<form method="post"')
      expect(before + after).not.toContain('type="checkbox"')
      expect(before).not.toContain('type="submit"')
      expect(after).toMatch(/^ ?<input type="submit"/)
    }
  }

  it.each([
    ['/login/register/code', 'registerByMobile'],
    ['/login/register/email/code', 'registerByEmail'],
    ['/login/register/both/code', 'registerByMobileAndEmail'],
    ['/login/sms/create', 'smsLoginContinue'],
  ] as const)(
    'happy: the page %s creates an account and shows the terms, and %s sends their version',
    async (path, call) => {
      const formCase = formCaseOf(path, call)
      const browser = await browserAt(fake, formCase)
      await expectSentence(browser, path)
      fake.answer(call, signedIn(true))
      expect((await browser.submit(path, formCase.fields)).status).toBe(303)
      expect(fake.inputsOf(call)).toMatchObject([{ terms_version: '2026-12' }])
    },
  )
})

describe('the accent colour', () => {
  const css = readFileSync(new URL('../../../app/document/styles/colours.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split(':root').slice(1)
  const valueIn = (rule: string, name: string) => {
    const [, value = ''] = new RegExp(`--${name}: (#[\\da-f]+);`).exec(rule) ?? []
    return value.length === 4 ? value.replace(/[\da-f]/g, '$&$&') : value
  }

  it.each(['#ffd400', '#ffffff', '#000000', '#808080', '#2c4cc2', '#a3b8ff', '#00ff00', '#ff0000', '#0000ff'])(
    'happy: the colour %s is made readable in both schemes',
    (color) => {
      for (const [scheme, rule] of [
        ['light', light],
        ['dark', dark],
      ] as const) {
        const { accent, onAccent } = readableAccent(color, scheme)
        for (const ground of ['paper', 'ground']) {
          expect(contrast(accent, valueIn(rule, ground)), `${ground}, ${scheme}`).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
        expect(onAccent).toBe(valueIn(rule, 'on-accent'))
      }
    },
  )

  it('happy: a colour that is already readable stays as it is', () => {
    expect(readableAccent(valueIn(light, 'accent'), 'light').accent).toBe(valueIn(light, 'accent'))
    expect(readableAccent(valueIn(dark, 'accent'), 'dark').accent).toBe(valueIn(dark, 'accent'))
  })
})
