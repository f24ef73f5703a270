import { expect, test } from '../journey'
import { expectFlash, expectPage, open, send } from '../pages'

test('happy: an account that is remembered signs in by a tap, and is removed in the settings', {
  tag: ['@small', '@postgresql'],
}, async ({ page, t, visitor }) => {
  const { mobile, password } = await visitor.accounts.withMobile()
  await open(visitor, 'signIn')
  await page.getByRole('checkbox', { name: t('quick.remember') }).check()
  await send(visitor, 'signIn', { account: mobile, password })
  await expectPage(visitor, 'settings')
  await send(visitor, 'settings', {})
  await expectFlash(visitor, 'signed_out')

  // The list has the masked number alone.
  await expect(page.getByText(mobile)).toHaveCount(0)
  await page.getByRole('button', { name: /\*\*\*\*/ }).click()
  await expectPage(visitor, 'settings')

  await page.goto('/settings/devices')
  await page.getByRole('button', { name: t('devices.end') }).click()
  await expectFlash(visitor, 'device_ended')
  await expect(page.getByText(t('devices.none'))).toBeVisible()

  await open(visitor, 'settings')
  await send(visitor, 'settings', {})
  await page.getByRole('button', { name: /\*\*\*\*/ }).click()
  await expectFlash(visitor, 'remembered_over')
  await expect(page.getByRole('button', { name: /\*\*\*\*/ })).toHaveCount(0)
})
