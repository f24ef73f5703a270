import { describe, expect, it } from 'vitest'
import { refuse, smsSent } from '#tests/app/browser/answers'
import { type Browser, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { translator } from '~/i18n/texts'

const fake = withFakeAccountApi()

/** The sealed errors in the form of a page. */
const linesIn = (main: string): string => /name="form_lines" value="([^"]+)"/.exec(main)?.[1] ?? ''

const inChinese = (main: string) => ({ form_lines: linesIn(main), in_language: '简体中文 (Chinese)' })

describe('a form that came back, in another language', () => {
  const typed = { account: 'ann@example.com', password: 'not that one' }
  const refused = async (browser: Browser) => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    return browser.show('/login', { fields: typed })
  }

  it('happy: the form keeps its typed values and errors, sends nothing, and keeps the language', async () => {
    const browser = openBrowser()
    const { main } = await refused(browser)
    expect(main).toContain('value="简体中文 (Chinese)"')
    // The languages are below all links of the page, as they are before a form is sent.
    for (const link of ['Forgot the password?', 'Create an account', 'Account help'])
      expect(main.indexOf(link), link).toBeLessThan(main.indexOf('in_language'))
    const again = await browser.show('/login', { fields: { ...typed, ...inChinese(main) } })
    expect(again.status).toBe(422)
    expect(again.html).toContain('<html lang="zh-Hans">')
    expectTexts(again.main, { shown: ['value="ann@example.com"', '账号或密码错误'], hidden: ['not that one'] })
    expect(fake.inputsOf('accountLoginV2')).toHaveLength(1)
    expect(browser.jar.get('i18next')).toBe('zh-Hans')
    // And back.
    const back = { ...typed, form_lines: linesIn(again.main), in_language: 'English' }
    expect((await browser.show('/login', { fields: back })).main).toContain('username or password')
  })

  it('happy: the page keeps its own errors, and a typed code next to a weak password', async () => {
    fake.answer('sendCode', smsSent())
    const browser = openBrowser()
    await browser.submit('/login/register', { mobile: '13800000001', region: 'CN' })
    const path = '/login/register/code'
    const fields = { code: '123456', password: 'short' }
    const { main } = await browser.show(path, { fields })
    const again = await browser.show(path, { fields: { ...fields, ...inChinese(main) } })
    expect(again.main).toMatch(/name="code"[^>]*value="123456"/)
    expect(again.main).toContain(translator('zh-Hans')('passwordRefusal.too_short'))
    expect(fake.inputsOf('registerByMobile')).toEqual([])
  })

  it('happy: language links are shown only on a page without a returned form', async () => {
    const browser = openBrowser()
    expect((await browser.show('/login')).html).toContain('hrefLang="zh-Hans"')
    expect((await refused(browser)).html).not.toContain('hrefLang')
  })

  it.each(['', 'x', 'a.b.c.d.e'])('security: errors without our seal (%j) are not shown', async (form_lines) => {
    const fields = { ...typed, form_lines, in_language: 'English' }
    const { status, main } = await openBrowser().show('/login', { fields })
    expect(status).toBe(200)
    expect(main).not.toContain('role="alert"')
  })

  it('security: a form of another browser is refused, and not shown in another language', async () => {
    const fields = { ...typed, in_language: '简体中文' }
    const { status, html } = await openBrowser().show('/login', { fields, token: openBrowser().formToken() })
    expect(status).toBe(403)
    expect(html).toContain('<html lang="en">')
  })
})
