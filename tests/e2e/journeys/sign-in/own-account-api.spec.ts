import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage } from '#tests/e2e/steps/pages'
import { choose, readPicture, showCode } from '#tests/e2e/steps/qr'

const tag = '@own-account-api-alone'

test('happy: a phone that scans a code sees the screen, and signs it in', { tag }, async ({ page, visitor, t }) => {
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
