import { coloursOf, photo } from '../../fixtures/picture-files'
import { signedInWithMobile } from '../accounts'
import { expect, test } from '../journey'
import { buttonOf, expectFlash, expectPage, open, type Visitor } from '../pages'

const upload = async (visitor: Visitor, buffer: Buffer) => {
  const field = visitor.page.getByLabel(visitor.t('field.pic.label'), { exact: true })
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await buttonOf(visitor, 'avatar').click()
}

/** The address that the present picture is loaded from. */
const addressOf = async ({ page, t }: Visitor, kind: 'avatar' | 'background' = 'avatar') =>
  (await page.getByRole('img', { name: t(`picture.${kind}.current`) }).getAttribute('src')) ?? ''

const expectChanged = (visitor: Visitor, kind: 'avatar' | 'background' = 'avatar') =>
  expectFlash(visitor, `${kind}_changed`)

test('happy: uploads a picture, sees it and replaces it', { tag: ['@smoke', '@small', '@postgresql'] }, async ({
  visitor,
}) => {
  const { page, t } = visitor
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  const readyMade = await addressOf(visitor)
  await upload(visitor, await photo.jpeg())
  await expectChanged(visitor)
  const first = await addressOf(visitor)
  expect(first).not.toBe(readyMade)
  const served = await page.request.get(first)
  expect(served.headers()['content-type']).toBe('image/jpeg')
  expect(await coloursOf(await served.body())).toEqual(['red', 'green', 'blue', 'white'])
  // The browser shows it, so it has a size of its own.
  const shown = page.getByRole('img', { name: t('picture.avatar.current') })
  await expect(shown).toBeVisible()

  await upload(visitor, await photo.webp())
  await expectChanged(visitor)
  expect(await addressOf(visitor)).not.toBe(first)
  expect((await page.request.get(first)).status()).toBe(404)
})

test('happy: a browser that sends no files chooses a default picture, for avatar and background', {
  tag: '@small',
}, async ({ page, t, visitor }) => {
  await signedInWithMobile(visitor)
  for (const [kind, name] of [
    ['avatar', 'default-avatar-4'],
    ['background', 'default-background-3'],
  ] as const) {
    await open(visitor, kind)
    await page.getByLabel(t(`picture.names.${name}`), { exact: true }).check()
    await buttonOf(visitor, `${kind}Default`).click()
    await expectPage(visitor, kind)
    await expectChanged(visitor, kind)
    expect(await addressOf(visitor, kind)).toBe(`/passport/image/${name}`)
    await expect(page.getByLabel(t(`picture.names.${name}`), { exact: true })).toBeChecked()
  }
})
