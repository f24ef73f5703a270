import { describe, expect, it } from 'vitest'
import { fullLanguageOf, languagesOfTexts } from '#rules/languages'
import { done, refuse, smsSent } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey } from '#tests/app/browser/passkeys'
import { withSettings } from '#tests/app/browser/with-settings'
import { builtInTexts } from '~/i18n/built-in-texts'
import { momentIn } from '~/i18n/dates'
import { withFallbackTexts } from '~/i18n/fallback-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { translator } from '~/i18n/texts'
import { checkTexts } from '~/i18n/translations/check-texts'
import { waitText } from '~/i18n/wait'

const fake = withFakeAccountApi()
const arabic = () => openBrowser({ language: 'ar-EG,en;q=0.5' })
const t = translator('ar')

describe('where a deployment offers Arabic', () => {
  withSettings({ languages: ['zh-Hans', 'en', 'ar'] })

  it('happy: a page runs from right to left, in Arabic texts', async () => {
    const { html, main, headers } = await arabic().show('/login')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(headers.get('content-language')).toBe('ar')
    expect(main).toContain('<h1>تسجيل الدخول</h1>')
  })

  it('happy: no page of any sign-in method has an English word', async () => {
    fake.answer('startPasskeySignIn', done({ options: askedPasskey }))
    for (const path of ['/login', '/login/passkey', '/login/sms', '/login/email', '/login/email/password', '/logout']) {
      const { html } = await arabic().show(path)
      const words = html.replace(
        /<option\b.*?<\/option>|<(nav|style|script)\b[^>]*>(?=<ul><li><(?:a|span)[^>]*(?:hrefLang|aria-current)).*?<\/nav>/gs,
        '',
      )
      const texts = words.replace(/<footer.*?<\/footer>/gs, '').split(/<[^>]*>/)
      expect(
        texts.filter((text) => /[a-z]{3}/i.test(text.replace(/Butterfly|SMS|name@example\.com/g, ''))),
        path,
      ).toEqual([])
    }
  })

  it('error: a sign-in by SMS shows its errors in Arabic, and continues to the code', async () => {
    const browser = arabic()
    const wrong = await browser.show('/login/sms', { fields: { mobile: '139', region: 'CN' } })
    expect([wrong.status, wrong.html.includes('<title>خطأ:')]).toEqual([422, true])
    expect(wrong.main).toContain(t('field.mobile.invalid'))
    fake.answer('sendCode', smsSent())
    expect((await browser.submit('/login/sms', { mobile: '138 0000 0001', region: 'CN' })).status).toBe(303)
    fake.answer('smsLoginOnly', refuse('code_wrong', { field: 'code', tries_left: 2 }))
    const { main } = await browser.show('/login/sms/code', { fields: { code: '123456' } })
    expect(main).toContain('بقيت لك محاولتان')
    expect(main).toContain('\u2068+86\u00A0138\u00A00000\u00A00001\u2069')
  })

  it('happy: a message that a page sends is requested in English, because Arabic has no message texts', async () => {
    fake.answer('sendCode', smsSent())
    await arabic().submit('/login/sms', { mobile: '138 0000 0001', region: 'CN' })
    expect(fake.received.at(-1)?.headers.get('accept-language')).toBe('en')
  })

  it('happy: other pages are in English where Arabic has no text', async () => {
    const { html, main } = await arabic().show('/login/register')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(main).toContain(translator('en')('register.title'))
  })

  it('happy: an English fallback text states its language and direction, wherever a page has it', async () => {
    const { html } = await arabic().show('/login/register')
    const title = translator('en')('register.title')
    expect(html).toContain(`<h1><span lang="en" dir="ltr">${title}</span></h1>`)
    expect(html).toMatch(new RegExp(`<title lang="en" dir="ltr">${title} – Butterfly</title>`))
    const wrong = await arabic().show('/login/register', { fields: { mobile: '139', region: 'CN', password: 'x' } })
    expect(wrong.status).toBe(422)
    for (const each of [html, wrong.html]) {
      const texts = each
        .replace(/<(nav|style|footer|option|title)\b.*?<\/\1>|<span lang="en" dir="ltr">.*?<\/span>/gs, '')
        .split(/<[^>]*>/)
      expect(texts.filter((text) => /[a-z]{3}/i.test(text.replace(/Butterfly|SMS/g, '')))).toEqual([])
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

  it('happy: other languages are linked, and a returned form has a button for each', async () => {
    const { html } = await openBrowser().show('/login')
    expect(html).toContain('lang="ar" hrefLang="ar">العربية (Arabic)</a>')
    const again = { account: 'ann', password: '', in_language: 'العربية' }
    expect((await openBrowser().show('/login', { fields: again })).html).toContain('<html lang="ar" dir="rtl">')
  })

  it('happy: the smallest pages state their direction too', async () => {
    expect((await arabic().show('/passport/wap/login')).html).toContain('xml:lang="ar" lang="ar" dir="rtl"')
  })
})

describe('where it does not', () => {
  it.each([
    ['by the browser', '/login', 'ar'],
    ['by the address', '/login?lng=ar', 'en'],
  ])('happy: a page requested in Arabic %s is in an offered language', async (_how, path, language) => {
    const browser = openBrowser({ language })
    const { html, headers } = await browser.show(path)
    expect(html).toMatch(/<html lang="(zh-Hans|en)"><head>/)
    expect(html).not.toContain('العربية')
    expect(headers.getSetCookie().join()).not.toContain('i18next=ar')
  })

  it('security: neither a button nor a cookie that names Arabic gets Arabic', async () => {
    const named = { account: 'ann', password: '', in_language: 'العربية' }
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    expect((await openBrowser().show('/login', { fields: named })).html).not.toContain('dir="rtl"')
    const browser = openBrowser()
    browser.jar.set('i18next', 'ar')
    expect((await browser.show('/login')).html).toContain('<html lang="en">')
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

  it('happy: each Arabic text has a known key, the placeholders and our links', () => {
    expect(checkTexts(builtInTexts.ar).refused).toEqual({})
  })

  it('happy: each text is in Arabic, except the name and texts that only combine others', () => {
    const latin = texts.filter(([, text]) => !/\p{Script=Arabic}/u.test(text)).map(([key]) => key)
    expect(latin).toEqual(['layout.name', 'layout.comma', 'layout.detailed', 'form.sentence', 'form.also'])
  })

  it('happy: each Arabic plural has a form for every plural category of the language', () => {
    const { pluralCategories } = new Intl.PluralRules('ar').resolvedOptions()
    const plurals = ['wait.seconds', 'wait.minutes', 'wait.hours', 'wait.days', 'error.code_wrong', 'stepUp.wrong']
    const keys = new Set(texts.map(([key]) => key))
    const missing = plurals
      .flatMap((name) => pluralCategories.map((form) => `${name}_${form}`))
      .filter((key) => !keys.has(key))
    expect(missing).toEqual([])
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

  it('happy: a missing text falls back to English, and then to Chinese', () => {
    expect(languagesOfTexts('ar')).toEqual(['ar', 'en', 'zh-Hans'])
    expect(t('profile.title')).toBe(translator('en')('profile.title'))
    expect([fullLanguageOf('ar'), fullLanguageOf('en'), fullLanguageOf('fr')]).toEqual(['en', 'en', 'zh-Hans'])
  })
})
