import { expect, it } from 'vitest'
import { done, infoOf, smsSent } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { withSettings } from '#tests/app/browser/with-settings'
import { regionOfNumber, regionsIn } from '~/forms/values/regions'
import { acceptedRegion } from '~/i18n/accept-language'

const fake = withFakeAccountApi()
withSettings({ defaultRegion: 'SG', defaultLanguage: 'en' })

const chosen = async (language: string) => {
  const main = await openBrowser({ language }).mainAt('/login/register')
  return /<option value="(\w+)" selected=""/.exec(main)?.[1]
}

it.each([
  ['en-GB', 'GB'],
  ['en-AU,en;q=0.9', 'AU'],
  ['zh-HK,zh;q=0.9,en-US;q=0.8', 'HK'],
  ['zh-Hans-MY', 'MY'],
  ['fr-FR', 'FR'],
  // The first region of the list.
  ['de-AT, de;q=0.9, en-US;q=0.5', 'US'],
  // The deployment's.
  ['en', 'SG'],
  ['zh', 'SG'],
  ['es-419', 'SG'],
  ['zh-Hant', 'SG'],
  ['', 'SG'],
  ['en-__proto__', 'SG'],
  ['en-ZZ', 'SG'],
])('happy: with Accept-Language %j, the region of a mobile is %s', async (language, region) => {
  expect(await chosen(language)).toBe(region)
})

it.each([
  ['en', ['+1 United States', '+44 United Kingdom', '+86 China', '+91 India', '+61 Australia', '+880 Bangladesh']],
  ['ar', ['\u2066+966\u2069 المملكة العربية السعودية', '\u2066+20\u2069 مصر']],
  ['zh-Hans', ['+86 中国', '+852 中国香港', '+853 中国澳门', '+886 中国台湾', '+65 新加坡']],
])('happy: in %s the likely regions come first, each with its calling code', (language, names) => {
  const regions = regionsIn(language).map(({ name }) => name)
  expect(regions.slice(0, names.length)).toEqual(names)
  expect(new Set(regions).size).toBe(regions.length)
})

it('happy: the language of the page does not change the region', async () => {
  const { html } = await openBrowser({ language: 'en-GB' }).show('/login/register?lng=zh-Hans')
  expectTexts(html, { shown: ['<html lang="zh-Hans">', '<option value="GB" selected=""'] })
})

it.each([
  ['fr', 'en'],
  ['', 'en'],
  ['fr, zh;q=0.5', 'zh-Hans'],
])('happy: where DEFAULT_LANGUAGE is en, Accept-Language %j gets %s', async (accepted, language) => {
  const { html } = await openBrowser({ language: accepted }).show('/login')
  expect(html).toContain(`<html lang="${language}">`)
})

it('happy: the new number of an account defaults to the region of its current number', async () => {
  const browser = await signedInBrowser(fake, { language: 'en-GB' })
  fake.answers({ accountInfo: done(infoOf({ mobile: '+852 ****1234', email: null })), sendCode: smsSent() })
  await browser.submit('/settings/mobile/change')
  expect(await browser.mainAt('/settings/mobile/change/old')).toContain('<option value="HK" selected=""')
})

it('happy: a number is shown with its region, masked or not', () => {
  expect(regionOfNumber('+86 138****0000')).toBe('CN')
  expect(regionOfNumber('+852 5123 4567')).toBe('HK')
  expect(regionOfNumber('+971501234567')).toBe('AE')
  expect(regionOfNumber('+254712345678')).toBe('KE')
  expect(regionOfNumber('+255712345678')).toBeUndefined()
  expect(regionOfNumber('p***@example.com')).toBeUndefined()
})

it('security: a long header is cut before parsing', () => {
  expect(acceptedRegion(`${'a'.repeat(2000)},en-GB`, (region) => region === 'GB')).toBeUndefined()
})
