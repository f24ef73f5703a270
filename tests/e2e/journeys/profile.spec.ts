import { expect, test } from '../journey'
import { errorsOf, expectNotice, expectPage, fieldOf, open, send, whoAmI } from '../pages'
import { newUsername } from '../people'
import { chooseUsername, registerByMobile, signInByPassword, signOut } from '../roads'

test('happy: takes a recommended name, tells a birthday, and signs in by the new name', async ({ page, t, code }) => {
  const visitor = { page, t }
  const { password } = await registerByMobile(visitor, code)
  await page.getByRole('link', { name: t('settings.links.profile'), exact: true }).click()
  await expectPage(visitor, 'profile')
  const offer = page.locator('a[href^="?username="]').first()
  const username = (await offer.textContent()) ?? ''
  await offer.click()
  await expect(fieldOf(visitor, 'profile', 'username')).toHaveValue(username)
  await send(visitor, 'profile', { birthday_day: '29', birthday_month: '2', birthday_year: '2000' })
  await expectNotice(visitor, 'profile_saved')
  await expect(fieldOf(visitor, 'profile', 'birthday_day')).toHaveValue('29')
  await expect(fieldOf(visitor, 'profile', 'birthday_year')).toHaveValue('2000')
  await page.reload()
  await signOut(visitor)
  await signInByPassword(visitor, username, password)
  expect(await whoAmI(visitor)).toMatchObject({ username })
})

test('happy: messages come in the language that was chosen for them', async ({ page, t, code, language, pair }) => {
  const visitor = { page, t }
  const { mobile } = await registerByMobile(visitor, code)
  const other = language === 'en' ? 'zh-Hans' : 'en'
  await open(visitor, 'profile')
  await fieldOf(visitor, 'profile', 'language').selectOption(other)
  const username = newUsername()
  await send(visitor, 'profile', { username })
  await expectNotice(visitor, 'profile_saved')
  await expect(fieldOf(visitor, 'profile', 'language')).toHaveValue(other)
  await expect
    .poll(async () => (await pair.office.textsTo(mobile)).find((text) => text.includes(username)))
    .toMatch(other === 'en' ? /username of your account is now/ : /你的用户名已改为/)
})

test('error: a name that looks like somebody’s is refused, with all that was typed; a free one is not', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  const taken = await chooseUsername(visitor)
  await signOut(visitor)
  await registerByMobile(visitor, code)
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
  await expectNotice(visitor, 'profile_saved')
})

test('security: a name that could pass for the operator’s waits for review, and signs nobody in', async ({
  page,
  t,
  code,
}) => {
  const visitor = { page, t }
  const { password } = await registerByMobile(visitor, code)
  const before = await whoAmI(visitor)
  const wanted = `0fficial.${newUsername()}`
  await chooseUsername(visitor, wanted)
  await expectNotice(visitor, 'username_held')
  await expect(page.getByText(t('profile.username_held', { username: wanted }))).toBeVisible()
  await expect(fieldOf(visitor, 'profile', 'username')).toHaveValue(before.username)
  await signOut(visitor)
  await signInByPassword(visitor, wanted, password)
  expect(await errorsOf(visitor)).toEqual([t('error.wrong_credentials')])
  await signInByPassword(visitor, before.username, password)
  expect(await whoAmI(visitor)).toMatchObject({ username: before.username })
})
