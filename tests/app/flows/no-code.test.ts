import { describe, expect, it } from 'vitest'
import { smsSent } from '#tests/app/browser/answers'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { rememberedAs } from '~/navigation/returning/return-address'

const fake = withFakeAccountApi()

const linksTo = (main: string, path: string) => main.includes(`<a href="${path}">`)

describe('what to check when no code arrives', () => {
  it('happy: the page links back to the page that waits for the code', async () => {
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
  ])('security: the page does not link to %s', async (elsewhere) => {
    const path = `/account-help/no-code?${new URLSearchParams({ code: elsewhere })}`
    expectTexts(await openBrowser().mainAt(path), { hidden: ['evil', 'alert', 'logout'] })
  })

  it('security: a page with a return link is not kept in the page memory', () => {
    expect(rememberedAs('/account-help/no-code')).toBe('/account-help/no-code')
    expect(rememberedAs('/account-help/no-code?code=/login/sms/code')).toBeUndefined()
  })
})
