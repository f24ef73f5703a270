import { describe, expect, it } from 'vitest'
import { fullLanguageOf, type Language, languagesOfTexts } from '#rules/languages'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { withSettings } from '#tests/app/browser/with-settings'
import { acceptedLanguage, nearestLanguage } from '~/i18n/accept-language'
import { builtInTexts } from '~/i18n/built-in-texts'
import { momentIn } from '~/i18n/dates'
import { flatTexts } from '~/i18n/flat-texts'
import { translator } from '~/i18n/texts'
import { checkTexts } from '~/i18n/translations/check-texts'
import { waitText } from '~/i18n/wait'

const fake = withFakeAccountApi()
const taiwan = () => openBrowser({ language: 'zh-TW,zh;q=0.9,en;q=0.5' })
const t = translator('zh-Hant')
const both: Language[] = ['zh-Hans', 'en', 'zh-Hant']

/** Characters of the texts in simplified Chinese that those in traditional Chinese are never written with. */
const simplifiedOnly = /[号码录验证发请输邮误账户将时为这个还没们说无过续储网页头]/u

describe('the language of a browser', () => {
  it.each([
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO,en;q=0.8', 'zh-Hant'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['ZH-HANT-TW', 'zh-Hant'],
    ['zh-TW;q=0.8,zh-CN;q=0.9', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-Twelve', 'zh-Hans'],
    ['en-HK', 'en'],
    ['yue-HK', 'zh-Hant'],
    ['yue', 'zh-Hant'],
    ['yue-Hans-CN', 'zh-Hans'],
    ['nan-TW', 'zh-Hant'],
    ['wuu-CN', 'zh-Hans'],
  ])('happy: the browser language %s selects %s if both scripts are offered', (header, language) => {
    expect(acceptedLanguage(header, both)).toBe(language)
  })

  it('happy: if only one script is offered, a browser with the other script gets the offered one', () => {
    expect(acceptedLanguage('zh-TW', ['zh-Hans', 'en'])).toBe('zh-Hans')
    expect(acceptedLanguage('zh-CN,en;q=0.5', ['en', 'zh-Hant'])).toBe('zh-Hant')
    expect(nearestLanguage('zh_TW', both)).toBe('zh-Hant')
  })
})

describe('where a deployment offers traditional Chinese', () => {
  withSettings({ languages: both })

  it('happy: a page is in traditional Chinese, and declares that language', async () => {
    const { html, main, headers } = await taiwan().show('/login')
    expect(html).toContain('<html lang="zh-Hant">')
    expect(headers.get('content-language')).toBe('zh-Hant')
    expect(main).toContain('<h1>登入</h1>')
    expect(main).toContain('手機號碼、電子郵件或使用者名稱')
  })

  it('happy: no page of any sign-in method has a simplified text', async () => {
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of ['/login', '/login/passkey', '/login/sms', '/login/email', '/login/email/password', '/logout']) {
      const { html } = await taiwan().show(path)
      const texts = html.replaceAll('简体中文', '').split(/<[^>]*>/)
      expect(
        texts.filter((text) => simplifiedOnly.test(text)),
        path,
      ).toEqual([])
    }
  })

  it('error: a sign-in by SMS shows its errors in traditional Chinese, and lists the regions of its readers first', async () => {
    const browser = taiwan()
    const wrong = await browser.show('/login/sms', { fields: { mobile: '139', region: 'TW' } })
    expect([wrong.status, wrong.html.includes('<title>錯誤：')]).toEqual([422, true])
    expect(wrong.main).toContain(t('field.mobile.invalid'))
    expect(wrong.main).toMatch(/<select[^>]*><option[^>]*>\+886 台灣<\/option><option[^>]*>\+852 香港</)
    fake.answer('sendCode', smsSent())
    expect((await browser.submit('/login/sms', { mobile: '0912 345 678', region: 'TW' })).status).toBe(303)
    fake.answer('smsLoginOnly', refuse('code_wrong', { field: 'code', tries_left: 2 }))
    const { main } = await browser.show('/login/sms/code', { fields: { code: '123456' } })
    expect(main).toContain('驗證碼錯誤，還可以試 2\u00A0次')
  })

  it('happy: a message that a page sends is requested in simplified Chinese, which has message texts', async () => {
    fake.answer('sendCode', smsSent())
    await taiwan().submit('/login/sms', { mobile: '0912 345 678', region: 'TW' })
    expect(fake.received.at(-1)?.headers.get('accept-language')).toBe('zh-Hans')
  })

  it('happy: other pages are in simplified Chinese where traditional Chinese has no text', async () => {
    const { html, main } = await taiwan().show('/login/register')
    expect(html).toContain('<html lang="zh-Hant">')
    expect(main.replace('<wbr>', '')).toContain(
      `<h1><span lang="zh-Hans">${translator('zh-Hans')('register.title')}</span></h1>`,
    )
  })

  it('happy: traditional Chinese is linked next to simplified, and chosen by an address, a button or a cookie', async () => {
    const browser = openBrowser()
    const { html } = await browser.show('/login')
    expect(html).toContain('lang="zh-Hant" hrefLang="zh-Hant">繁體中文 (Traditional Chinese)</a>')
    const again = { account: 'ann', password: '', in_language: '繁體中文' }
    expect((await browser.show('/login', { fields: again })).html).toContain('<html lang="zh-Hant">')
    expect((await browser.show('/login?lng=zh-Hans')).html).toContain('<html lang="zh-Hans">')
    expect((await browser.show('/login?lng=zh-Hant')).html).toContain('<html lang="zh-Hant">')
    expect((await browser.show('/login')).html).toContain('<html lang="zh-Hant">')
  })
})

describe('where it does not', () => {
  it('security: neither an address nor a cookie nor a browser gets traditional Chinese', async () => {
    const browser = taiwan()
    browser.jar.set('i18next', 'zh-Hant')
    const { html } = await browser.show('/login?lng=zh-Hant')
    expect(html).toContain('<html lang="zh-Hans">')
    expect(html).not.toContain('繁體中文')
  })
})

describe('texts in traditional Chinese', () => {
  const texts = flatTexts(builtInTexts['zh-Hant'])

  it('happy: each text in traditional Chinese has a known key, the placeholders and our links', () => {
    expect(checkTexts(builtInTexts['zh-Hant']).refused).toEqual({})
  })

  it('happy: no text has a simplified character, or a word that Taiwan does not use', () => {
    const words = /短信|邮|帐|賬號|账|手機號(?!碼)|郵箱|登錄|用戶|信息|默認|網絡|視頻|軟件|設置|通過郵/u
    expect(texts.filter(([, text]) => simplifiedOnly.test(text) || words.test(text))).toEqual([])
  })

  it('happy: traditional Chinese has the same texts as Arabic, except plural forms that Chinese lacks', () => {
    const keys = new Set(texts.map(([key]) => key))
    const simplified = new Set(flatTexts(builtInTexts['zh-Hans']).map(([key]) => key))
    const wanted = flatTexts(builtInTexts.ar)
      .map(([key]) => key)
      .filter((key) => simplified.has(key))
    expect(wanted.filter((key) => !keys.has(key))).toEqual([])
    expect(keys.size).toBe(wanted.length)
  })

  it('happy: a wait and a moment are shown as in Chinese, and a time zone by its offset', () => {
    expect(waitText(t, 900)).toBe('15\u00A0分鐘')
    expect(momentIn('zh-Hant', 'Asia/Taipei', '2026-01-02T03:04:00.000Z')).toBe('2026年1月2日 11:04（UTC+8）')
  })

  it('happy: a missing text falls back to simplified Chinese', () => {
    expect(languagesOfTexts('zh-Hant')).toEqual(['zh-Hant', 'zh-Hans'])
    expect(fullLanguageOf('zh-Hant')).toBe('zh-Hans')
    expect(t('profile.title')).toBe(translator('zh-Hans')('profile.title'))
  })
})
