import { describe, expect, it } from 'vitest'
import { fullLanguageOf, type Language, languagesOfTexts } from '#rules/languages'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { withSettings } from '#tests/app/browser/with-settings'
import { acceptedLanguage, nearestLanguage } from '~/i18n/accept-language'
import { builtInTexts } from '~/i18n/built-in-texts'
import { momentIn } from '~/i18n/dates'
import { withFallbackTexts } from '~/i18n/fallback-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { translator } from '~/i18n/texts'
import { checkTexts } from '~/i18n/translations/check-texts'
import { waitText } from '~/i18n/wait'

const fake = withFakeAccountApi()

/** Characters of the texts in simplified Chinese that those in traditional Chinese are never written with. */
const simplifiedOnly = /[号码录验证发请输邮误账户将时为这个还没们说无过续储网页头]/u

/** True for a text in Latin letters, except names that every language has. */
const isLatin = (text: string) => /[a-z]{3}/i.test(text.replace(/Butterfly|SMS|name@example\.com/g, ''))

/** Languages with the texts for signing in alone: what a browser asks for, what a page then has, and what fills gaps. */
const partial = [
  {
    language: 'ar',
    accepted: 'ar-EG,en;q=0.5',
    root: '<html lang="ar" dir="rtl">',
    shown: ['<h1>تسجيل الدخول</h1>'],
    /** Languages name themselves in their own letters, and so do regions. */
    read: (html: string) =>
      html.replace(
        /<option\b.*?<\/option>|<footer.*?<\/footer>|<(nav|style|script)\b[^>]*>(?=<ul><li><(?:a|span)[^>]*(?:hrefLang|aria-current)).*?<\/nav>/gs,
        '',
      ),
    isForeign: isLatin,
    typed: { mobile: '138 0000 0001', region: 'CN' },
    wrong: ['<title>خطأ:', translator('ar')('field.mobile.invalid')],
    wrongCode: ['بقيت لك محاولتان', '\u2068+86\u00A0138\u00A00000\u00A00001\u2069'],
    full: 'en',
    fallback: '<span lang="en" dir="ltr">',
    link: 'lang="ar" hrefLang="ar">العربية (Arabic)</a>',
    name: 'العربية',
    texts: ['ar', 'en', 'zh-Hans'],
  },
  {
    language: 'zh-Hant',
    accepted: 'zh-TW,zh;q=0.9,en;q=0.5',
    root: '<html lang="zh-Hant">',
    shown: ['<h1>登入</h1>', '手機號碼、電子郵件或使用者名稱'],
    read: (html: string) => html.replaceAll('简体中文', ''),
    isForeign: (text: string) => simplifiedOnly.test(text),
    typed: { mobile: '0912 345 678', region: 'TW' },
    wrong: [
      ...['<title>錯誤：', translator('zh-Hant')('field.mobile.invalid')],
      // The regions of its readers come first.
      '>+886 台灣</option><option value="HK">+852 香港<',
    ],
    wrongCode: ['驗證碼錯誤，還可以試 2\u00A0次'],
    full: 'zh-Hans',
    fallback: '<span lang="zh-Hans">',
    link: 'lang="zh-Hant" hrefLang="zh-Hant">繁體中文 (Traditional Chinese)</a>',
    name: '繁體中文',
    texts: ['zh-Hant', 'zh-Hans'],
  },
] as const

describe.each(partial)('where a deployment offers $language', ({ language, accepted, root, full, ...of }) => {
  withSettings({ languages: ['zh-Hans', 'en', language] })
  const open = () => openBrowser({ language: accepted })
  const chosen = { account: 'ann', password: '', in_language: of.name }

  it('happy: a page is in the language, and declares it and its direction', async () => {
    const { html, main, headers } = await open().show('/login')
    expect([html.includes(root), headers.get('content-language')]).toEqual([true, language])
    expectTexts(main, { shown: [...of.shown] })
  })

  it('happy: no page of any sign-in method has a text of another language', async () => {
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of ['/login', '/login/passkey', '/login/sms', '/login/email', '/login/email/password', '/logout']) {
      const { html } = await open().show(path)
      const texts = of.read(html).split(/<[^>]*>/)
      expect(texts.filter(of.isForeign), path).toEqual([])
    }
  })

  it('error: a sign-in by SMS shows its errors in the language, and continues to the code', async () => {
    const browser = open()
    const wrong = await browser.show('/login/sms', { fields: { ...of.typed, mobile: '139' } })
    expect(wrong.status).toBe(422)
    expectTexts(wrong.html, { shown: [...of.wrong] })
    fake.answer('sendCode', smsSent())
    expect((await browser.submit('/login/sms', of.typed)).status).toBe(303)
    // The account API has the texts of messages in full languages alone.
    expect(fake.received.at(-1)?.headers.get('accept-language')).toBe(full)
    fake.answer('smsLoginOnly', refuse('code_wrong', { field: 'code', tries_left: 2 }))
    expectTexts((await browser.show('/login/sms/code', { fields: { code: '123456' } })).main, {
      shown: [...of.wrongCode],
    })
  })

  it('happy: a page without texts in the language has those of a full one, which it names', async () => {
    const { html, main } = await open().show('/login/register')
    expect(html).toContain(root)
    const title = translator(full)('register.title')
    expectTexts(main, { shown: [`<h1>${of.fallback}${title}</span></h1>`] })
  })

  it('happy: the language is linked, and chosen by an address, a button or a cookie', async () => {
    const browser = openBrowser()
    expect((await browser.show('/login')).html).toContain(of.link)
    expect((await browser.show('/login', { fields: chosen })).html).toContain(root)
    expect((await browser.show('/login?lng=zh-Hans')).html).toContain('<html lang="zh-Hans">')
    expect((await browser.show(`/login?lng=${language}`)).html).toContain(root)
    expect((await browser.show('/login')).html).toContain(root)
  })
})

describe.each(partial)('the language $language', ({ language, accepted, full, ...of }) => {
  it('security: no address, cookie, button or browser gets it where it is not offered', async () => {
    for (const browser of [openBrowser({ language: accepted }), openBrowser()]) {
      browser.jar.set('i18next', language)
      const fields = { account: 'ann', password: '', in_language: of.name }
      for (const { html, headers } of [
        await browser.show('/login'),
        await browser.show(`/login?lng=${language}`),
        await browser.show('/login', { fields }),
      ]) {
        expect(html).toMatch(/<html lang="(zh-Hans|en)"><head>/)
        expect(html).not.toContain(of.name)
        expect(headers.getSetCookie().join()).not.toContain(`i18next=${language}`)
      }
    }
  })

  it('happy: each of its texts has a known key, the placeholders and our links', () => {
    expect(checkTexts(builtInTexts[language]).refused).toEqual({})
  })

  it('happy: a text that it lacks falls back to full languages', () => {
    expect(languagesOfTexts(language)).toEqual(of.texts)
    expect(fullLanguageOf(language)).toBe(full)
    expect(translator(language)('profile.title')).toBe(translator(full)('profile.title'))
  })
})

it('happy: a full language, and one that is unknown, need no other', () => {
  expect([fullLanguageOf('en'), fullLanguageOf('fr')]).toEqual(['en', 'zh-Hans'])
})

describe('where a deployment offers Arabic', () => {
  withSettings({ languages: ['zh-Hans', 'en', 'ar'] })
  const arabic = () => openBrowser({ language: 'ar-EG,en;q=0.5' })

  it('happy: an English fallback text states its language and direction, wherever a page has it', async () => {
    const { html } = await arabic().show('/login/register')
    const title = translator('en')('register.title')
    expect(html).toMatch(new RegExp(`<title lang="en" dir="ltr">${title} – Butterfly</title>`))
    const wrong = await arabic().show('/login/register', { fields: { mobile: '139', region: 'CN', password: 'x' } })
    expect(wrong.status).toBe(422)
    for (const each of [html, wrong.html]) {
      const texts = each
        .replace(/<(nav|style|footer|option|title)\b.*?<\/\1>|<span lang="en" dir="ltr">.*?<\/span>/gs, '')
        .split(/<[^>]*>/)
      expect(texts.filter(isLatin)).toEqual([])
      expect(each).not.toMatch(/[\ufdd0-\ufdd2]/)
    }
  })

  it('happy: an English button name states its language and direction, and no attribute contains a mark', () => {
    const text = '\ufdd1Go on.\ufdd2'
    expect(
      withFallbackTexts(`<p title="${text}">${text}<input type="submit" class="button" value="${text}"/></p>`, 'ar'),
    ).toBe(
      '<p title="Go on."><span lang="en" dir="ltr">Go on.</span><input type="submit" lang="en" dir="ltr" class="button" value="Go on."/></p>',
    )
  })

  it('happy: the smallest pages state their direction too', async () => {
    expect((await arabic().show('/passport/wap/login')).html).toContain('xml:lang="ar" lang="ar" dir="rtl"')
  })
})

describe('where a deployment offers one language', () => {
  withSettings({ languages: ['en'], defaultLanguage: 'en' })

  it('happy: neither a page nor a returned form offers a choice of language', async () => {
    const browser = openBrowser({ language: 'zh-CN' })
    expect((await browser.show('/login')).html).not.toMatch(/English|简体中文|<footer/)
    const { status, html } = await browser.show('/login', { fields: { account: '', password: '' } })
    expect(status).toBe(422)
    expect(html).not.toMatch(/English|简体中文|in_language/)
  })
})

describe('texts in Arabic', () => {
  const texts = flatTexts(builtInTexts.ar)
  const t = translator('ar')

  it('happy: each text is in Arabic, except the name and texts that only combine others', () => {
    const latin = texts.filter(([, text]) => !/\p{Script=Arabic}/u.test(text)).map(([key]) => key)
    expect(latin).toEqual(['layout.name', 'layout.comma', 'layout.detailed', 'form.sentence', 'form.also'])
  })

  it('happy: each Arabic plural has a form for every plural category of the language', () => {
    const { pluralCategories } = new Intl.PluralRules('ar').resolvedOptions()
    const plurals = ['wait.seconds', 'wait.minutes', 'wait.hours', 'wait.days', 'error.code_wrong', 'stepUp.wrong']
    const keys = new Set(texts.map(([key]) => key))
    const wanted = plurals.flatMap((name) => pluralCategories.map((form) => `${name}_${form}`))
    expect(wanted.filter((key) => !keys.has(key))).toEqual([])
  })

  it.each([
    [60, 'دقيقة واحدة'],
    [120, 'دقيقتين'],
    [180, '\u20683\u2069 دقائق'],
    [900, '\u206815\u2069 دقيقة'],
  ])('happy: a wait of %i s is shown in Arabic as %j', (seconds, text) => expect(waitText(t, seconds)).toBe(text))

  it('security: a value cannot reverse the words around it', () => {
    expect(t('stepUp.second.use_mobile', { masked: '+86 138****0000' })).toBe(
      'إرسال رسالة نصية إلى \u2068+86\u00A0138****0000\u2069',
    )
  })

  it('happy: times are in Arabic, with the digits that people type', () => {
    expect(momentIn('ar', 'UTC', '2026-01-02T03:04:00.000Z')).toMatch(/^2.يناير.2026.*03:04.*\(UTC\)$/u)
    expect(momentIn('ar', 'Asia/Shanghai', '2026-01-02T03:04:00.000Z')).toContain('توقيت')
  })
})

describe('traditional Chinese', () => {
  const both: Language[] = ['zh-Hans', 'en', 'zh-Hant']
  const texts = flatTexts(builtInTexts['zh-Hant'])

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

  it('happy: no text has a simplified character, or a word that Taiwan does not use', () => {
    const words = /短信|邮|帐|賬號|账|手機號(?!碼)|郵箱|登錄|用戶|信息|默認|網絡|視頻|軟件|設置|通過郵/u
    expect(texts.filter(([, text]) => simplifiedOnly.test(text) || words.test(text))).toEqual([])
  })

  it('happy: traditional Chinese has the same texts as Arabic, except plural forms that Chinese lacks', () => {
    const simplified = new Set(flatTexts(builtInTexts['zh-Hans']).map(([key]) => key))
    const wanted = flatTexts(builtInTexts.ar).flatMap(([key]) => (simplified.has(key) ? key : []))
    expect(texts.map(([key]) => key).sort()).toEqual(wanted.sort())
  })

  it('happy: a wait and a moment are shown as in Chinese, and a time zone by its offset', () => {
    expect(waitText(translator('zh-Hant'), 900)).toBe('15\u00A0分鐘')
    expect(momentIn('zh-Hant', 'Asia/Taipei', '2026-01-02T03:04:00.000Z')).toBe('2026年1月2日 11:04（UTC+8）')
  })
})
