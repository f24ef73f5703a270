import { blankPng, coloursOf, noPictures, photo, polyglots } from '../../fixtures/picture-files'
import { signedInWithMobile, signIn } from '../accounts'
import { expect, test } from '../journey'
import { buttonOf, errorsOf, expectFlash, expectPage, formTokenOn, open, type Visitor } from '../pages'
import { signOut } from '../roads'

const upload = async (visitor: Visitor, bytes: Buffer, { name = 'photo.jpg', mimeType = 'image/jpeg' } = {}) => {
  const field = visitor.page.getByLabel(visitor.t('field.pic.label'), { exact: true })
  await field.setInputFiles({ name, mimeType, buffer: bytes })
  await buttonOf(visitor, 'avatar').click()
}

/** The address that the present picture is loaded from. */
const addressOf = async ({ page, t }: Visitor, kind: 'avatar' | 'background' = 'avatar') =>
  (await page.getByRole('img', { name: t(`picture.${kind}.current`) }).getAttribute('src')) ?? ''

const expectChanged = (visitor: Visitor, kind: 'avatar' | 'background' = 'avatar') =>
  expectFlash(visitor, `${kind}_changed`)

test('happy: uploads a picture, sees it and replaces it', { tag: ['@smoke', '@small', '@postgresql'] }, async ({
  page,
  t,
  visitor,
}) => {
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

test('error: each file that is refused says why at its field, and leaves the picture as it was', async ({
  page,
  t,
  visitor,
}) => {
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  const before = await addressOf(visitor)
  await buttonOf(visitor, 'avatar').click()
  expect(await errorsOf(visitor)).toEqual([t('pictureRefusal.missing')])
  const jpeg = await photo.jpeg()
  for (const [bytes, reason, name] of [
    [noPictures['a page of HTML'], 'type', 'page.html'],
    [noPictures['an SVG with a script'], 'type', 'drawing.svg'],
    [noPictures['a PDF'], 'type', 'photo.jpg'],
    [Buffer.alloc(6 * 1024 * 1024, 'noise'), 'too_large', 'photo.jpg'],
    [blankPng({ width: 30_000, height: 30_000 }), 'too_many_pixels', 'photo.png'],
    [jpeg.subarray(0, jpeg.length / 2), 'damaged', 'photo.jpg'],
  ] as const) {
    await upload(visitor, bytes, { name })
    expect(await errorsOf(visitor)).toEqual([t(`pictureRefusal.${reason}`)])
    await expect(page.getByLabel(t('field.pic.label'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect(await addressOf(visitor)).toBe(before)
  }
})

test('error: choosing none of the default pictures is an error', async ({ page, t, visitor }) => {
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  await upload(visitor, await photo.gif())
  await expectChanged(visitor)
  await buttonOf(visitor, 'avatarDefault').click()
  expect(await errorsOf(visitor)).toEqual([t('field.avatar.missing')])
  await page.getByLabel(t('picture.names.default-avatar-2'), { exact: true }).check()
  await buttonOf(visitor, 'avatarDefault').click()
  await expectChanged(visitor)
})

test('security: nothing of an upload is served back, whatever it is called', async ({ page, visitor }) => {
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  for (const bytes of Object.values(await polyglots())) {
    await upload(visitor, bytes, { name: '../../x.html', mimeType: 'text/html' })
    await expectChanged(visitor)
    const address = await addressOf(visitor)
    expect(address).toMatch(/^\/passport\/image\/[\w-]{22}$/)
    const served = await page.request.get(address)
    expect(served.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await served.body()).includes('alert')).toBe(false)
  }
})

test('security: nobody takes the picture of another account, nor finds one that is not there', async ({
  page,
  t,
  visitor,
  language,
}) => {
  const mine = await visitor.accounts.withMobile()
  await signedInWithMobile(visitor)
  await open(visitor, 'avatar')
  await upload(visitor, await photo.png())
  await expectChanged(visitor)
  const others = (await addressOf(visitor)).split('/').at(-1) ?? ''
  await signOut(visitor)

  await signIn(visitor, mine)
  await open(visitor, 'avatar')
  const before = await addressOf(visitor)
  const refused = await page.request.post('/settings/avatar/default', {
    form: { form_token: await formTokenOn(page), avatar: others },
    headers: { 'accept-language': language },
  })
  expect(refused.status()).toBe(422)
  expect(await refused.text()).toContain(t('error.no_such_picture'))
  await page.reload()
  expect(await addressOf(visitor)).toBe(before)
  for (const key of ['nothing', '..%2F..%2Fsettings', `${others}x`, others.slice(1)])
    expect((await page.request.get(`/passport/image/${key}`)).status(), key).toBe(404)
})
