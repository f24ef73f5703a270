import { expect, test } from '../journey'
import { buttonOf, expectPage, fieldOf, open, send, type Visitor } from '../pages'
import { goodPassword, newMobile } from '../people'
import { registerByMobile, signOut } from '../roads'
import { textsOf } from '../texts'

test('happy: a language link changes the language, keeps the page and is remembered', async ({ page, t, language }) => {
  const other = language === 'en' ? ('zh-Hans' as const) : ('en' as const)
  const otherTexts = textsOf(other)
  await page.goto('/login/sms?next=%2Fsettings')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('login.sms.title'))
  await page.locator(`a[hreflang="${other}"]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(otherTexts('login.sms.title'))
  expect(new URL(page.url()).pathname).toBe('/login/sms')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/settings')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(otherTexts('login.title'))
})

test('happy: messages come in the language of the page', async ({ page, t, language, pair }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await expectPage(visitor, 'registerMobileCode')
  if (Object.keys(pair.office.environment).length > 0) {
    await expect.poll(async () => (await pair.office.textsTo(mobile)).length).toBe(1)
    expect(/\p{Script=Han}/u.test((await pair.office.textsTo(mobile))[0] ?? '')).toBe(language === 'zh-Hans')
  } else {
    const outbox = await fetch(`http://127.0.0.1:${pair.accountApiPort}/outbox?to=${encodeURIComponent(mobile)}`)
    const [message] = (await outbox.json()) as { body: string }[]
    expect(/\p{Script=Han}/u.test(message?.body ?? '')).toBe(language === 'zh-Hans')
  }
})

/** Presses the tab key until a control has the focus. */
const tabTo = async ({ page }: Visitor, isThere: () => Promise<boolean>) => {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isThere()) return
  }
  throw new Error('The tab key does not lead there')
}

test('happy: registers and signs out with the keyboard alone', async ({ page, t, code }) => {
  const visitor = { page, t }
  const isFocused = (control: ReturnType<typeof buttonOf>) => () =>
    control.evaluate((element) => element === document.activeElement)
  const mobile = newMobile()
  await page.goto('/login/register')
  await page.keyboard.press('Tab')
  // The first stop is the way past everything that repeats on each page.
  await expect(page.getByRole('link', { name: t('layout.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(visitor, isFocused(fieldOf(visitor, 'registerMobile', 'mobile')))
  await page.keyboard.type(mobile)
  await page.keyboard.press('Enter')
  await expectPage(visitor, 'registerMobileCode')
  await tabTo(visitor, isFocused(fieldOf(visitor, 'registerMobileCode', 'code')))
  await page.keyboard.type(await code(mobile))
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await tabTo(visitor, isFocused(buttonOf(visitor, 'registerMobileCode')))
  await page.keyboard.press('Space')
  await expectPage(visitor, 'settings')
  await tabTo(visitor, isFocused(buttonOf(visitor, 'settings')))
  await page.keyboard.press('Enter')
  await expectPage(visitor, 'signIn')
})

test('happy: two tabs, reload and back are ordinary', async ({ page, t, code, context }) => {
  const visitor = { page, t }
  const mobile = newMobile()
  await open(visitor, 'registerMobile')
  await send(visitor, 'registerMobile', { mobile })
  await expectPage(visitor, 'registerMobileCode')
  await page.reload()
  await expectPage(visitor, 'registerMobileCode')
  const second = { page: await context.newPage(), t }
  await open(second, 'registerMobileCode')
  await expectPage(second, 'registerMobileCode')
  await send(second, 'registerMobileCode', { code: await code(mobile) })
  await expectPage(second, 'settings')
  await page.goto('/login')
  await expectPage(visitor, 'settings')
})

test('happy: fields tell browsers and phones what belongs in them', async ({ page, t }) => {
  const visitor = { page, t }
  await open(visitor, 'signIn')
  await expect(fieldOf(visitor, 'signIn', 'account')).toHaveAttribute('autocomplete', 'username')
  await expect(fieldOf(visitor, 'signIn', 'password')).toHaveAttribute('autocomplete', 'current-password')
  await open(visitor, 'registerMobile')
  await expect(fieldOf(visitor, 'registerMobile', 'mobile')).toHaveAttribute('autocomplete', 'tel')
  await send(visitor, 'registerMobile', { mobile: newMobile() })
  await expectPage(visitor, 'registerMobileCode')
  await expect(fieldOf(visitor, 'registerMobileCode', 'code')).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(fieldOf(visitor, 'registerMobileCode', 'code')).toHaveAttribute('inputmode', 'numeric')
  await expect(fieldOf(visitor, 'registerMobileCode', 'password')).toHaveAttribute('autocomplete', 'new-password')
})

test('happy: the home page leads to sign-in, and to the settings once signed in', async ({ page, t, code }) => {
  const visitor = { page, t }
  await page.goto('/')
  await page.getByRole('link', { name: t('home.sign_in'), exact: true }).click()
  await expectPage(visitor, 'signIn')
  await page.goto('/')
  await page.getByRole('link', { name: t('home.create'), exact: true }).click()
  await expectPage(visitor, 'registerMobile')
  await registerByMobile(visitor, code)
  await page.goto('/')
  await page.getByRole('link', { name: t('home.settings'), exact: true }).click()
  await expectPage(visitor, 'settings')
  await signOut(visitor)
})

test('error: any other address is the bare 404', async ({ page }) => {
  for (const path of [
    '/nowhere',
    '/login/nowhere',
    '/settings/nowhere',
    '/%E4%BD%A0%E5%A5%BD',
    '/..%2f..%2fetc/passwd',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.locator('body')).toHaveText('404')
  }
})
