import { expect, it } from 'vitest'
import * as image from '../../app/routes/passport/image/$key/route'
import * as ownAvatar from '../../app/routes/settings/avatar/default/route'
import * as avatar from '../../app/routes/settings/avatar/route'
import * as ownBackground from '../../app/routes/settings/background/default/route'
import * as background from '../../app/routes/settings/background/route'
import { calls } from '../../contract/calls'
import { pictureMaxBytes } from '../../contract/fields'
import { done, refuse } from '../../contract/server'
import { infoOf } from './answers'
import { errorsAt, formOf, openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const file = (bytes: BlobPart, name = 'photo.jpg', type = 'image/jpeg') => new File([bytes], name, { type })
const items = { items: [{ key: 'default-avatar-1' }, { key: 'default-avatar-2' }] }

it('happy: the page shows the present picture and the default ones', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf({ avatar: 'own-key' })))
  fake.answer('defaultAvatars', done(items))
  const landed = await browser.land(avatar, '/settings/avatar?notice=avatar_changed')
  expect(landed).toMatchObject({
    status: 200,
    data: { notice: 'avatar_changed', current: 'own-key', defaults: ['default-avatar-1', 'default-avatar-2'] },
  })
  expect(fake.inputsOf('defaultAvatars')).toEqual([{ aid: 'butterfly' }])
})

it.each([
  ['avatar', avatar, 'uploadAvatar'],
  ['background', background, 'uploadPicture'],
] as const)('happy: a file becomes the %s', async (kind, route, call) => {
  const browser = await signedInBrowser(fake)
  fake.answer(call, done({ key: 'new-key' }))
  const landed = await browser.send(route, `/settings/${kind}`, { pic: file(new Uint8Array([255, 0, 13, 10])) })
  expect(landed).toMatchObject({ status: 303, location: `/settings/${kind}?notice=${kind}_changed` })
  expect(fake.inputsOf(call)).toEqual([{ pic: new Uint8Array([255, 0, 13, 10]) }])
})

it.each([
  ['avatar', ownAvatar],
  ['background', ownBackground],
] as const)('happy: a default picture becomes the %s', async (kind, route) => {
  const browser = await signedInBrowser(fake)
  fake.answer('updateUserInfo', done({ is_sensitive: 0 }))
  const landed = await browser.send(route, `/settings/${kind}/default`, { [kind]: `default-${kind}-2` })
  expect(landed).toMatchObject({ status: 303, location: `/settings/${kind}?notice=${kind}_changed` })
  expect(fake.inputsOf('updateUserInfo')).toEqual([
    { field_namespace: 'profile', field: kind, value: `default-${kind}-2` },
  ])
})

it.each([
  ['no file', {}, 'Choose a picture first'],
  ['a file that is empty', { pic: file('', '') }, 'Choose a picture first'],
  ['a text in its place', { pic: 'photo.jpg' }, 'Choose a picture first'],
  [
    'a file that is too large',
    { pic: file(new Uint8Array(pictureMaxBytes + 1)) },
    'This file is over 5\u00A0MB. Choose a smaller one.',
  ],
])('error: %s is an error of the field, and no call is made', async (_what, fields, text) => {
  const browser = await signedInBrowser(fake)
  const landed = await browser.send(avatar, '/settings/avatar', fields)
  expect(landed.status).toBe(422)
  expect(errorsAt(landed, 'pic')).toEqual([text])
  expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2'])
})

it.each([
  ['type', 'This is not a picture that we can read. Use JPEG, PNG, WebP or GIF.'],
  ['too_many_pixels', 'This picture is over 25 megapixels. Choose a smaller one.'],
  ['too_costly', 'This picture takes too much to open. Save it as a plain JPEG and choose that.'],
  ['damaged', 'This picture is damaged or incomplete. Choose another.'],
] as const)('error: a picture that is refused as %s says so at the field', async (reason, text) => {
  const browser = await signedInBrowser(fake)
  fake.answer('uploadAvatar', refuse('picture_refused', { reason }))
  const landed = await browser.send(avatar, '/settings/avatar', { pic: file('x') })
  expect(landed.status).toBe(422)
  expect(errorsAt(landed, 'pic')).toEqual([text])
  expect(formOf(landed).initialValue?.pic).toBeUndefined()
})

it('error: too many pictures in a day, or at once, show how long to wait', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('uploadAvatar', refuse('changed_too_often', { field: 'pic', retry_after: 7200 }))
  const often = await browser.send(avatar, '/settings/avatar', { pic: file('x') })
  expect([often.status, errorsAt(often, 'pic')]).toEqual([
    429,
    ['This was changed too often. You can change it again in 2\u00A0hours.'],
  ])
  fake.answer('uploadAvatar', refuse('too_many_requests', { retry_after: 5 }))
  const busy = await browser.send(avatar, '/settings/avatar', { pic: file('x') })
  expect([busy.status, errorsAt(busy, '')]).toEqual([
    429,
    ['There were too many requests. Try again in 5\u00A0seconds.'],
  ])
})

it('error: after the server has dropped the body, the form says in the person’s language that the file was too large', async () => {
  const browser = await signedInBrowser(fake)
  for (const [language, text] of [
    ['en', 'This file is over 5\u00A0MB. Choose a smaller one.'],
    ['zh-CN', '文件超过 5\u00A0MB，请换一个较小的'],
  ] as const) {
    const headers = { 'accept-language': language, cookie: [...browser.jar].map((pair) => pair.join('=')).join('; ') }
    const request = new Request('http://localhost:3299/settings/avatar', { method: 'POST', headers })
    const answer = await avatar.action({ request, context: { cutOff: true }, params: {} })
    expect(answer.status).toBe(413)
    expect(errorsAt({ data: await answer.json() } as never, 'pic')).toEqual([text])
  }
})

it('error: a damaged form gets a problem page', async () => {
  const browser = await signedInBrowser(fake)
  const headers = {
    'content-type': 'multipart/form-data; boundary=butterfly-of-the-tests',
    cookie: [...browser.jar].map((pair) => pair.join('=')).join('; '),
  }
  const request = new Request('http://localhost:3299/settings/avatar', { method: 'POST', headers, body: 'damaged' })
  const thrown = await avatar.action({ request, context: {}, params: {} }).catch((each: unknown) => each)
  expect(thrown).toMatchObject({ status: 400 })
})

it('error: no choice, or a picture that no longer exists, is an error', async () => {
  const browser = await signedInBrowser(fake)
  const nothing = await browser.send(ownAvatar, '/settings/avatar/default')
  expect([nothing.status, errorsAt(nothing, 'avatar')]).toEqual([422, ['Choose a picture']])
  fake.answer('updateUserInfo', refuse('no_such_picture', {}))
  const gone = await browser.send(ownAvatar, '/settings/avatar/default', { avatar: 'gone' })
  expect([gone.status, errorsAt(gone, '')]).toEqual([422, ['This picture is not there any more']])
})

it.each([
  ['/settings/avatar', avatar],
  ['/settings/avatar/default', ownAvatar],
  ['/settings/background', background],
  ['/settings/background/default', ownBackground],
])('error: signed out, %s leads to the sign-in with a return address', async (path, route) => {
  const landed = await openBrowser().open(route, path)
  expect(landed).toMatchObject({ status: 303, location: `/login?${new URLSearchParams({ next: path })}` })
})

it('error: a session that has ended leads to the sign-in with a return address', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('uploadAvatar', refuse('not_signed_in', {}))
  const landed = await browser.send(avatar, '/settings/avatar', { pic: file('x') })
  expect(landed).toMatchObject({ status: 303, location: '/login?next=%2Fsettings%2Favatar&notice=sign_in_again' })
})

it('security: an upload without the form token makes no call', async () => {
  const browser = await signedInBrowser(fake)
  const landed = await browser.send(avatar, '/settings/avatar', { pic: file('x') }, { token: '' })
  expect(landed.status).toBe(403)
  expect(fake.inputsOf('uploadAvatar')).toEqual([])
})

const load = async (key: string) => {
  const args = { request: new Request(`http://localhost:3299/passport/image/x`), context: {}, params: { key } }
  return image.loader(args).catch((thrown: unknown) => thrown as Response)
}

it('happy: a picture is served as immutable, and only as a picture', async () => {
  fake.answer('image', done({ media_type: 'image/jpeg', bytes: new Uint8Array([255, 216, 255]) }))
  const answer = await load('a-key')
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([255, 216, 255])
})

it('error: an unknown key is the 404', async () => {
  fake.answer('image', refuse('no_such_picture', {}))
  expect((await load('nothing')).status).toBe(404)
})

it.each(['', '.', '..', '../x', 'a/b', 'x'.repeat(65), 'ä', 'a.svg'])(
  'security: %j is no key, and nobody is asked for it',
  async (key) => {
    expect((await load(key)).status).toBe(404)
    expect(fake.received).toEqual([])
  },
)

it.each(['text/html', 'image/svg+xml', 'application/javascript', ''])(
  'security: an upstream’s %j is not passed on as a picture',
  async (type) => {
    fake.answer('image', () => new Response('<svg/>', { headers: { 'content-type': type } }))
    expect((await load('a-key')).status).toBe(503)
  },
)

it('happy: our API asks for no step-up at an upload, after which the file would have to be chosen again', () => {
  for (const { errors } of [calls.uploadAvatar, calls.uploadPicture]) {
    expect(errors).not.toEqual(expect.arrayContaining(['captcha_required']))
    expect(errors).not.toEqual(expect.arrayContaining(['second_verification_required']))
  }
})
