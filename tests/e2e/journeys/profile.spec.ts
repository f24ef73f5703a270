import { signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { expectFlash, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { newUsername } from '../people'
import { signInByPassword, signOut } from '../roads'

test('happy: takes a recommended name, adds a birthday and signs in by the new name', {
  tag: ['@smoke', '@small', '@postgresql'],
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

test('error: a name that looks like another’s is refused with all that was typed, and a free one is not', {
  tag: '@postgresql',
}, async ({ page, t, visitor }) => {
  const holder = await visitor.accounts.withMobile()
  const taken = await visitor.accounts.rename({ account: holder.mobile, password: holder.password })
  await signedInWithMobile(visitor)
  await open(visitor, 'profile')
  const birthday = { birthday_day: '1', birthday_month: '12', birthday_year: '1985' }
  for (const [username, reason] of [
    [taken, 'taken'],
    [taken.replace('ann', 'ánn'), 'looks_taken'],
    [taken.replace('ann', 'аnn'), 'mixed_scripts'],
  ] as const) {
    await send(visitor, 'profile', { username, ...birthday })
    await expect(page.getByRole('alert')).toContainText(t(`usernameRefusal.${reason}`))
    await expect(fieldOf(visitor, 'profile', 'username')).toHaveValue(username)
    await expect(fieldOf(visitor, 'profile', 'birthday_year')).toHaveValue('1985')
  }
  await send(visitor, 'profile', { username: newUsername(), birthday_day: '31', birthday_month: '2' })
  await expect(page.getByRole('alert')).toContainText(t('field.birthday.not_real'))
  await send(visitor, 'profile', { birthday_day: '28' })
  await expectFlash(visitor, 'profile_saved')
})
