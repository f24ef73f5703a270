import { expect, test } from '#tests/e2e/journey'
import { signInByPassword, signOut } from '#tests/e2e/roads'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { buttonOf, expectFlash, expectPage, fieldOf, open, send, type Visitor, whoAmI } from '#tests/e2e/steps/pages'
import { coloursOf, photo } from '#tests/fixtures/pictures/picture-files'

test('happy: a person takes a recommended name, adds a birthday and signs in by the new name', {
  tag: ['@small', '@postgresql', '@own-account-api'],
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

const upload = async (visitor: Visitor, buffer: Buffer) => {
  const field = visitor.page.getByLabel(visitor.t('field.pic.label'), { exact: true })
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await buttonOf(visitor, 'avatar').click()
}

/** The address that the present picture is loaded from. */
const addressOf = async ({ page, t }: Visitor) =>
  (await page.getByRole('img', { name: t('picture.avatar.current') }).getAttribute('src')) ?? ''

test('happy: a person uploads a picture, sees it and replaces it', {
  tag: ['@smoke', '@small', '@postgresql', '@own-account-api'],
}, async ({ visitor }) => {
  const { page, t } = visitor
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  const readyMade = await addressOf(visitor)
  await upload(visitor, await photo.jpeg())
  await expectFlash(visitor, 'avatar_changed')
  const first = await addressOf(visitor)
  expect(first).not.toBe(readyMade)
  const served = await page.request.get(first)
  expect(served.headers()['content-type']).toBe('image/jpeg')
  expect(await coloursOf(await served.body())).toEqual(['red', 'green', 'blue', 'white'])
  // The browser shows it, so it has its own size.
  await expect(page.getByRole('img', { name: t('picture.avatar.current') })).toBeVisible()

  await upload(visitor, await photo.webp())
  await expectFlash(visitor, 'avatar_changed')
  expect(await addressOf(visitor)).not.toBe(first)
  expect((await page.request.get(first)).status()).toBe(404)
})
