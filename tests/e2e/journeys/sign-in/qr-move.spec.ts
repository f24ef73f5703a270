import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { anotherBrowser } from '#tests/e2e/roads'
import { signedInWithEmail, signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, open, send } from '#tests/e2e/steps/pages'
import { numberOn, readPicture } from '#tests/e2e/steps/qr'
import { passByCode } from '#tests/e2e/steps/step-up'

test('happy: a phone moves its number to the account of a screen, and both have to agree', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const phone = await anotherBrowser(visitor)
  const { mobile } = await signedInWithMobile(phone)
  await signedInWithEmail(visitor)
  await open(visitor, 'move')
  await send(visitor, 'move', {})
  await expectPage(visitor, 'moveCode')
  const number = await numberOn(visitor)

  await phone.page.goto(await readPicture(visitor))
  await expect(phone.page.getByText(/\*{3}@/)).toBeVisible()
  await press(phone, 'qr.confirm.go_on')
  await phone.page.getByRole('radio', { name: /\+86 138\*{4}/ }).check()
  await phone.page.getByRole('button', { name: number, exact: true }).click()
  await passByCode(phone, { way: 'mobile', to: mobile, nth: 2 })
  await expectFlash(phone, 'qr_move_agreed')

  // Without script the screen loads itself, and shows what would move before it does.
  await expect(page.getByRole('heading', { name: t('move.code.title_confirmed') })).toBeVisible()
  await expect(page.getByText(/\+86 138\*{4}/).first()).toBeVisible()
  await press(visitor, 'move.code.submit')
  await expectFlash(visitor, 'qr_moved')
  await expect(page.getByText(/\+86 138\*{4}/).first()).toBeVisible()
  await open(phone, 'mobile')
  await expect(phone.page.getByText(t('mobile.why'))).toBeVisible()
})
