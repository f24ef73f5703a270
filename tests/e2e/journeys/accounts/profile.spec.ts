import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectFlash, expectPage, fieldOf, open, send, whoAmI } from '#tests/e2e/steps/pages'

test('happy: a person takes a recommended name, adds a birthday and signs in by the new name', {
  tag: ['@smoke', '@small', '@postgresql', '@own-account-api'],
}, async ({ page, t, visitor }) => {
  const { password } = await signedInWithMobile(visitor)
  await open(visitor, 'settings')
  await page.getByRole('link', { name: t('settings.links.profile'), exact: true }).click()
  await expectPage(visitor, 'profile')
  const birthday = { birthday_day: '29', birthday_month: '2', birthday_year: '2000' } as const
  for (const [field, value] of Object.entries(birthday) as [keyof typeof birthday, string][])
    await fieldOf(visitor, 'profile', field).fill(value)
  const offer = page.locator('[name=fill_username]').first()
  const username = (await offer.getAttribute('value')) ?? ''
  await offer.click()
  await expect(fieldOf(visitor, 'profile', 'username')).toHaveValue(username)
  // The rest of the form stays.
  await expect(fieldOf(visitor, 'profile', 'birthday_month')).toHaveValue('2')
  await send(visitor, 'profile', {})
  await expectFlash(visitor, 'profile_saved')
  await expect(fieldOf(visitor, 'profile', 'birthday_day')).toHaveValue('29')
  await expect(fieldOf(visitor, 'profile', 'birthday_year')).toHaveValue('2000')
  await signOut(visitor)
  await signInByPassword(visitor, username, password)
  expect(await whoAmI(visitor)).toMatchObject({ username })
})
