import { expect, test } from '#tests/e2e/journey'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { buttonOf, expectFlash, open, type Visitor } from '#tests/e2e/steps/pages'
import { coloursOf, photo } from '#tests/fixtures/pictures/picture-files'

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
