import { expect, it } from 'vitest'
import { acceptedLanguage, nearestLanguage } from '~/i18n/accept-language'
import { builtInTexts } from '~/i18n/built-in-texts'
import { flatTexts } from '~/i18n/flat-texts'
import { chosenLanguageCookies, languageOf, savedLanguage } from '~/i18n/i18n.server'
import { languages } from '~/i18n/texts'
// The files of a worker share the settings, which this makes those of the tests.
import '#tests/app/browser/browser'

const { en, 'zh-Hans': zhHans } = builtInTexts

const args = (query: string, headers: Record<string, string> = {}) => ({
  request: new Request(`http://localhost/login${query}`, { headers }),
  context: {},
  params: {},
})

it('happy: English has no Chinese text, and only names are the same in both languages', () => {
  for (const [key, text] of flatTexts(en)) expect(text, key).not.toMatch(/\p{Script=Han}/u)
  const chinese = new Map(flatTexts(zhHans))
  const words = (text: string) => text.replace(/\{\{\w+\}\}/g, '')
  const same = flatTexts(en).filter(([key, text]) => chinese.get(key) === text && /[a-z]{3}/.test(words(text)))
  expect(same.map(([, text]) => text).filter((text) => text !== 'Butterfly')).toEqual([])
})

const accepted: [string, string][] = [
  ['', 'zh-Hans'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-Hans-CN', 'zh-Hans'],
  ['zh-TW', 'zh-Hans'],
  ['en-US,en;q=0.5', 'en'],
  ['EN', 'en'],
  ['fr, en;q=0.8, zh;q=0.9', 'zh-Hans'],
  ['fr, de', 'zh-Hans'],
  ['en;q=0, zh;q=0.1', 'zh-Hans'],
  ['*', 'zh-Hans'],
  ['english', 'zh-Hans'],
  [';;;,,,q=', 'zh-Hans'],
  [`${'a'.repeat(9000)},en`, 'zh-Hans'],
]
for (const [header, language] of accepted)
  it(`happy: Accept-Language ${JSON.stringify(header.slice(0, 40))} means ${language}`, async () => {
    expect(await languageOf(args('', { 'accept-language': header }))).toBe(language)
  })

it('happy: ?lng= comes before the cookie, and the cookie before Accept-Language', async () => {
  const headers = { cookie: 'other=1; i18next=en', 'accept-language': 'zh-CN' }
  expect(await languageOf(args('?lng=zh-Hans', headers))).toBe('zh-Hans')
  expect(await languageOf(args('', headers))).toBe('en')
  expect(await languageOf(args('', { ...headers, cookie: 'i18next=fr' }))).toBe('zh-Hans')
})

it.each([
  ['', {}, 'en'],
  ['', { 'accept-language': 'fr' }, 'en'],
  ['', { 'accept-language': 'zh-CN' }, undefined],
  ['', { cookie: 'i18next=zh-Hans' }, undefined],
  ['?lng=zh-Hans', {}, undefined],
] as const)(
  'happy: the account’s language counts if the browser names none of our languages: %j %j',
  async (query, headers, expected) => expect(await savedLanguage(args(query, headers).request, 'en')).toBe(expected),
)

it('happy: a chosen language is kept for 525,600 minutes, and only an offered language is kept', async () => {
  expect(await chosenLanguageCookies(args('?lng=en'))).toEqual([
    'i18next=en; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
  ])
  expect(await chosenLanguageCookies(args('?lng=zh-CN'))).toHaveLength(1)
  for (const query of ['', '?lng=', '?lng=fr', '?lng=en%0d%0aSet-Cookie:a=b']) {
    expect((await chosenLanguageCookies(args(query))).join(), query).not.toMatch(/\r|\n|fr|Set-Cookie/)
  }
})

it('security: a language with hostile text is ignored', async () => {
  const hostile = ['<script>', 'en\0', '../../etc', 'e'.repeat(5000), '__proto__', 'constructor', 'zh'.repeat(3000)]
  for (const text of hostile) {
    const language = await languageOf(args(`?lng=${encodeURIComponent(text)}`, { 'accept-language': 'en' }))
    expect(['en', 'zh-Hans'], text).toContain(language)
  }
  expect(nearestLanguage('__proto__', languages)).toBeUndefined()
  expect(acceptedLanguage('en'.repeat(2000), languages)).toBeUndefined()
})
