import { expect, it } from 'vitest'
import { smsSent } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'

const fake = withFakeAccountApi()

/** The tag of the field with a name. */
const fieldIn = (main: string, name: string): string =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(main)?.[0] ?? ''

it('happy: the fields of the sign-in have attributes that tell browsers and phones what to fill in', async () => {
  const main = await openBrowser().mainAt('/login')
  expect(fieldIn(main, 'account')).toContain('autoComplete="username"')
  expect(fieldIn(main, 'password')).toContain('autoComplete="current-password"')
})

it('happy: the fields of a registration tell browsers and phones what to fill in, too', async () => {
  fake.answer('sendCode', smsSent())
  const browser = openBrowser()
  expect(fieldIn(await browser.mainAt('/login/register'), 'mobile')).toContain('autoComplete="tel"')
  await browser.submit('/login/register', { mobile: '13800000001', region: 'CN' })
  const main = await browser.mainAt('/login/register/code')
  expect(fieldIn(main, 'code')).toContain('autoComplete="one-time-code"')
  expect(fieldIn(main, 'code')).toContain('inputMode="numeric"')
  expect(fieldIn(main, 'password')).toContain('autoComplete="new-password"')
})
