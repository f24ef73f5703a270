import { press } from '#tests/e2e/controls'
import { countScript, expectInBudget, test } from '#tests/e2e/islands'
import { expect } from '#tests/e2e/journey'
import { signedInPhone } from '#tests/e2e/roads'
import { expectFlash, expectPage } from '#tests/e2e/steps/pages'
import { choose, readPicture, showCode } from '#tests/e2e/steps/qr'

test('happy: a screen with script asks automatically whether the account is right', async ({ page, t, visitor }) => {
  const { phone } = await signedInPhone(visitor)
  const bytes = await countScript(page)
  const number = await showCode(visitor)
  expectInBudget(await bytes(), { most: 2_000 })
  await phone.page.goto(await readPicture(visitor))
  await press(phone, 'qr.confirm.go_on')
  await expect(page.getByText(t('qr.code.scanned'))).toBeVisible()
  await choose(phone, number)
  await expectFlash(phone, 'qr_confirmed')
  await expect(page.getByRole('heading', { name: t('qr.enter.title') })).toBeVisible()
  await press(visitor, 'qr.enter.submit')
  await expectPage(visitor, 'settings')
})

test('happy: the island does not poll while hidden, and reloads without an answer', async ({ page, visitor }) => {
  await page.clock.install()
  await showCode(visitor)
  let asked = 0
  await page.route('**/login/qr/code/status', async (route) => {
    asked += 1
    await route.abort()
  })
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
  await hide(false)
  const loaded = page.waitForEvent('load')
  for (let failures = 1; failures <= 3; failures += 1) {
    await page.clock.runFor(4_000)
    await expect.poll(() => asked).toBe(failures)
  }
  await loaded
  await expectPage(visitor, 'qrCode')
})
