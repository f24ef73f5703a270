import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { buttonOf, expectFlash, expectPage, expectSignedOut, open, send } from '#tests/e2e/steps/pages'
import { choose, readPicture, readText, showCode } from '#tests/e2e/steps/qr'

test('happy: a phone scans the picture and chooses the number, and the screen gets its own session', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const phone = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(phone)
  const number = await showCode(visitor, { next: '/settings/activity' })
  const url = await readPicture(visitor)
  expect(await readText(visitor)).toBe(url)
  await page.getByRole('link', { name: t('qr.text_page.back') }).click()

  await phone.page.goto(url)
  await press(phone, 'qr.confirm.go_on')
  // Without script the screen loads itself.
  await expect(page.getByText(t('qr.code.scanned'))).toBeVisible()
  await buttonOf(visitor, 'qrCode').click()
  await expect(page.getByText(t('notice.qr_not_confirmed'))).toBeVisible()
  await choose(phone, number)
  await expectFlash(phone, 'qr_confirmed')
  await page.reload()
  await expect(page.getByRole('heading', { name: t('qr.enter.title') })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`****${mobile.slice(-4)}`)
  await press(visitor, 'qr.enter.submit')
  await expect(page).toHaveURL(/\/settings\/activity$/)
  await expect(page.getByText(t('activity.way.qr'))).toBeVisible()

  await send(phone, 'settings', {})
  await expectSignedOut(phone)
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
})
