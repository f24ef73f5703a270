import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signedInPhone } from '#tests/e2e/roads'
import { signedInWithEmail } from '#tests/e2e/steps/accounts'
import { buttonOf, expectFlash, expectPage, expectSignedOut, open, send } from '#tests/e2e/steps/pages'
import { choose, numberOn, readPicture, readText, showCode } from '#tests/e2e/steps/qr'
import { passByCode } from '#tests/e2e/steps/step-up'

test('happy: a phone scans the picture and chooses the number, and the screen gets its own session', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const { phone, mobile } = await signedInPhone(visitor)
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

test('happy: a phone moves its number to the account of a screen, and both have to agree', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const { phone, mobile } = await signedInPhone(visitor)
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

test('happy: a phone that scans a code sees the screen, and signs it in', {
  tag: '@own-account-api-alone',
}, async ({ page, visitor, t }) => {
  const { phone, mobile } = await signedInPhone(visitor)
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
