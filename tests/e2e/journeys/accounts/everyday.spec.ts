import { expect, test } from '#tests/e2e/journey'
import { buttonOf, expectPage, fieldOf, type Visitor } from '#tests/e2e/steps/pages'
import { goodPassword, newMobile } from '#tests/e2e/steps/people'
import { textsOf } from '#tests/e2e/texts'

test('happy: a language link keeps the page and is remembered', { tag: '@small' }, async ({ page, t, language }) => {
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

/** Presses the tab key until a control has the focus. */
const tabTo = async ({ page }: Visitor, isThere: () => Promise<boolean>) => {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isThere()) return
  }
  throw new Error('The tab key does not lead there')
}

test('happy: a person registers and signs out with the keyboard alone', { tag: ['@smoke', '@small'] }, async ({
  visitor,
}) => {
  const { page, t } = visitor
  const isFocused = (control: ReturnType<typeof buttonOf>) => () =>
    control.evaluate((element) => element === document.activeElement)
  const mobile = newMobile()
  await page.goto('/login/register')
  await page.keyboard.press('Tab')
  // The first stop is the link past everything that repeats on each page.
  await expect(page.getByRole('link', { name: t('layout.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(visitor, isFocused(fieldOf(visitor, 'registerMobile', 'mobile')))
  await page.keyboard.type(mobile)
  await page.keyboard.press('Enter')
  await expectPage(visitor, 'registerMobileCode')
  await tabTo(visitor, isFocused(fieldOf(visitor, 'registerMobileCode', 'code')))
  await page.keyboard.type(await visitor.code(mobile))
  await page.keyboard.press('Tab')
  await page.keyboard.type(goodPassword)
  await tabTo(visitor, isFocused(buttonOf(visitor, 'registerMobileCode')))
  await page.keyboard.press('Space')
  await expectPage(visitor, 'settings')
  await tabTo(visitor, isFocused(buttonOf(visitor, 'settings')))
  await page.keyboard.press('Enter')
  await expectPage(visitor, 'signIn')
})
