import { describe, expect, it } from 'vitest'
import { smsSent } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { rememberedAs } from '~/navigation/return-address'

const fake = withFakeAccountApi()

const linksTo = (main: string, path: string) => main.includes(`<a href="${path}">`)

describe('what to check when no code arrives', () => {
  it('happy: leads back to the page on which the code is awaited', async () => {
    const browser = openBrowser()
    fake.answer('sendCode', smsSent())
    await browser.submit('/login/sms', { mobile: '13800000001', region: 'CN' })
    const path = '/account-help/no-code?code=/login/sms/code'
    expect(linksTo(await browser.mainAt('/login/sms/code'), path)).toBe(true)
    expect(linksTo(await browser.mainAt(path), '/login/sms/code')).toBe(true)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    '/passport/web/logout',
  ])('security: %s is no page that it leads to', async (elsewhere) => {
    const path = `/account-help/no-code?${new URLSearchParams({ code: elsewhere })}`
    expectTexts(await openBrowser().mainAt(path), { hidden: ['evil', 'alert', 'logout'] })
  })

  it('security: a page with a way back is remembered for nobody else', () => {
    expect(rememberedAs('/account-help/no-code')).toBe('/account-help/no-code')
    expect(rememberedAs('/account-help/no-code?code=/login/sms/code')).toBeUndefined()
  })
})
