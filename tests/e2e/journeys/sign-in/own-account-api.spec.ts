import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { proveEmail } from '#tests/e2e/steps/account-help'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, send } from '#tests/e2e/steps/pages'
import { choose, readPicture, showCode } from '#tests/e2e/steps/qr'

const tag = '@own-account-api-alone'

test('happy: a phone learns about the screen when it scans, and the screen is signed in', { tag }, async ({
  page,
  visitor,
  t,
}) => {
  const phone = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(phone)
  const number = await showCode(visitor, { next: '/settings/profile' })
  await phone.page.goto(await readPicture(visitor))
  await expect(phone.page.getByText(t('qr.confirm.unknown'))).toBeVisible()
  await press(phone, 'qr.confirm.go_on')
  await choose(phone, number)
  await expectFlash(phone, 'qr_confirmed')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(`****${mobile.slice(-4)}`)
  await press(visitor, 'qr.enter.submit')
  await expectPage(visitor, 'profile')
})

test('security: the screen of a code that the phone declines stays signed out', { tag }, async ({
  page,
  visitor,
  t,
}) => {
  const phone = await anotherBrowser(visitor)
  await signedInWithMobile(phone)
  await showCode(visitor)
  await phone.page.goto(await readPicture(visitor))
  await press(phone, 'qr.confirm.go_on')
  await press(phone, 'qr.confirm.deny')
  await expectFlash(phone, 'qr_denied')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('qr.code.title_denied'))
})

test('happy: a lost number is removed by a code to the email, after a wait', { tag }, async ({ page, t, visitor }) => {
  const { mobile, email } = await visitor.accounts.withBoth()
  await proveEmail(visitor, { email, nth: 2 })
  await expect(page.getByRole('main')).not.toContainText(mobile.slice(-4))
  await expect(page.getByRole('main')).toContainText(email)
  await send(visitor, 'lostConfirm', {})
  await expect(page).toHaveURL(/\/account-help\/mobile-lost\/asked$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lost.asked.title'))
})
