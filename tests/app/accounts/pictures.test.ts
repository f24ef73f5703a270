import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { errorsAt, formOf, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import * as captchaPicture from '~/routes/login/verify/picture/route'
import * as captchaSound from '~/routes/login/verify/sound/route'
import * as image from '~/routes/passport/image/$key/route'
import * as avatar from '~/routes/settings/avatar/route'

const fake = withFakeAccountApi()

const browser = withPerson(fake)
const file = (bytes: BlobPart, name = 'photo.jpg', type = 'image/jpeg') => new File([bytes], name, { type })
const items = { items: [{ key: 'default-avatar-1' }, { key: 'default-avatar-2' }] }

it('happy: the page shows the current picture and the default ones', async () => {
  fake.answers({ accountInfo: done(infoOf({ avatar: 'own-key' })), defaultAvatars: done(items) })
  expect(await browser.arrive('/settings/avatar?notice=avatar_changed')).toMatchObject({
    status: 200,
    data: { notice: 'avatar_changed', current: 'own-key', defaults: ['default-avatar-1', 'default-avatar-2'] },
  })
  expect(fake.inputsOf('defaultAvatars')).toEqual([{ aid: 'butterfly' }])
})

it.each([
  ['avatar', 'uploadAvatar'],
  ['background', 'uploadPicture'],
] as const)('happy: a file, and a default picture, become the %s', async (kind, call) => {
  const changed = { status: 303, location: `/settings/${kind}?notice=${kind}_changed` }
  fake.answer(call, done({ key: 'new-key' }))
  const pic = new Uint8Array([255, 0, 13, 10])
  expect(await browser.submit(`/settings/${kind}`, { pic: file(pic) })).toMatchObject(changed)
  expect(fake.inputsOf(call)).toEqual([{ pic }])
  fake.answer('updateUserInfo', done({ is_sensitive: 0 }))
  const value = `default-${kind}-2`
  expect(await browser.submit(`/settings/${kind}/default`, { [kind]: value })).toMatchObject(changed)
  expect(fake.inputsOf('updateUserInfo')).toEqual([{ field_namespace: 'profile', field: kind, value }])
})

it.each([
  ['no file', {}, 'Choose a picture first'],
  ['a file that is empty', { pic: file('', '') }, 'Choose a picture first'],
  ['a text in its place', { pic: 'photo.jpg' }, 'Choose a picture first'],
])('error: %s is an error of the field, and no call is made', async (_what, fields, text) => {
  expect(refusedAt(await browser.submit('/settings/avatar', fields), 'pic')).toEqual([text])
  expect(fake.received.map(({ name }) => name)).toEqual(['accountLoginV2'])
})

const refused = (reason: 'type' | 'too_many_pixels' | 'too_costly' | 'damaged') => refuse('picture_refused', { reason })

const tooOften = refuse('changed_too_often', { field: 'pic', retry_after: 7200 })
const tooMany = refuse('too_many_requests', { retry_after: 5 })

it.each([
  [refused('type'), 'pic', 'This is not a picture that we can read. Use JPEG, PNG, WebP or GIF.'],
  [
    refused('too_many_pixels'),
    'pic',
    'This picture has too many pixels: a photo of a camera may have 64 megapixels, and any other picture 25. Choose a smaller one.',
  ],
  [refused('too_costly'), 'pic', 'This picture is too complex to open here. Save it as a plain JPEG and choose that.'],
  [refused('damaged'), 'pic', 'This picture is damaged or incomplete. Choose another.'],
  [tooOften, 'pic', 'You have made this change too often. You can make it again in 2\u00A0hours.'],
  [tooMany, '', 'There were too many requests. Try again in 5\u00A0seconds.'],
] as const)('error: if a picture is refused with %j, the page says so', async (answer, field, text) => {
  fake.answer('uploadAvatar', answer)
  const landed = await browser.submit('/settings/avatar', { pic: file('x') })
  expect(landed.status).toBe('retry_after' in answer.data ? 429 : 422)
  expect(errorsAt(landed, field)).toEqual([text])
  expect(formOf(landed).initialValue?.pic).toBeUndefined()
})

it('error: a damaged form gets a problem page', async () => {
  const headers = {
    'content-type': 'multipart/form-data; boundary=butterfly-of-the-tests',
    cookie: [...browser.jar].map((pair) => pair.join('=')).join('; '),
  }
  const request = new Request('http://localhost:3299/settings/avatar', { method: 'POST', headers, body: 'damaged' })
  const thrown = await avatar.action({ request, context: {}, params: {} }).catch((each: unknown) => each)
  expect(thrown).toMatchObject({ status: 400 })
})

it('error: no choice, or a picture that no longer exists, is an error', async () => {
  const nothing = await browser.submit('/settings/avatar/default')
  expect([nothing.status, errorsAt(nothing, 'avatar')]).toEqual([422, ['Choose a picture']])
  fake.answer('updateUserInfo', refuse('no_such_picture', {}))
  const gone = await browser.submit('/settings/avatar/default', { avatar: 'gone' })
  expect([gone.status, errorsAt(gone, '')]).toEqual([422, ['This picture no longer exists']])
})

const id = 'challenge-of-a-test-1'
const alone = "default-src 'none'; sandbox"

/** What is served at its own URL: its page and parameters, its call, and the answer. */
const served = {
  picture: {
    page: image,
    params: { key: 'a-key' },
    call: 'image',
    input: { key: 'a-key' },
    type: 'image/jpeg',
    cache: 'public, max-age=31536000, immutable',
    policy: alone,
  },
  'picture of a captcha': {
    page: captchaPicture,
    params: {},
    call: 'captchaPicture',
    input: { id, part: 'scene' },
    type: 'image/png',
    cache: 'no-store',
    policy: alone,
  },
  'sound of a captcha': {
    page: captchaSound,
    params: {},
    call: 'captchaSound',
    input: { id },
    type: 'audio/wav',
    cache: 'no-store',
    // A browser plays a sound in its own tab, which loads it again.
    policy: "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
  },
} as const

const load = ({ page, params }: { page: typeof image; params: object }) => {
  const request = new Request(`http://localhost:3299/served?id=${id}`)
  return page.loader({ request, context: {}, params: { ...params } }).catch((thrown: unknown) => thrown as Response)
}

describe.each(Object.entries(served))('a %s', (_, { call, input, type, cache, policy, ...at }) => {
  it('happy: a picture has its own media type, loads nothing else, and has the allowed cache lifetime', async () => {
    fake.answer(call, done({ media_type: type, bytes: new Uint8Array([255, 216, 255]) }) as never)
    const answer = await load(at)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': type,
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'same-origin',
      // A browser that plays no sound saves it.
      ...(type === 'audio/wav' && { 'content-disposition': 'inline; filename="digits.wav"' }),
    })
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([255, 216, 255])
    expect(fake.inputsOf(call)).toEqual([input])
  })

  const others = ['text/html', 'image/svg+xml', 'text/javascript', call === 'image' ? 'audio/wav' : 'image/jpeg', '']

  it.each(others)('security: the media type %j from upstream is not passed on', async (other) => {
    fake.answer(call, () => new Response('<svg/>', { headers: { 'content-type': other } }))
    expect((await load(at)).status).toBe(503)
  })
})

it('error: an unknown key gets the 404 page', async () => {
  fake.answer('image', refuse('no_such_picture', {}))
  expect((await load(served.picture)).status).toBe(404)
})

it.each(['', '.', '..', '../x', 'a/b', 'x'.repeat(65), 'ä', 'a.svg'])(
  'security: the key %j is invalid',
  async (key) => {
    expect((await load({ page: image, params: { key } })).status).toBe(404)
    expect(fake.inputsOf('image')).toEqual([])
  },
)

it.each([
  ['picture', 'captchaPicture'],
  ['sound', 'captchaSound'],
] as const)('security: a %s that is over, has no id or is another browser’s gets the 404 page', async (name, call) => {
  fake.answer(call, refuse('captcha_over', {}))
  const landed = await openBrowser().visit(`/login/verify/${name}?id=${id}`)
  expect(landed).toMatchObject({ status: 404, data: { kind: 'not_found' } })
  for (const query of ['', '?id=', '?id=x', `?id=${'x'.repeat(5000)}`, '?id=%00&part=../../etc'])
    expect((await openBrowser().visit(`/login/verify/${name}${query}`)).status).toBe(404)
})

it('happy: our own API requires no step-up at an upload, so nobody has to choose the file again', () => {
  for (const { errors } of [calls.uploadAvatar, calls.uploadPicture]) {
    expect(errors).not.toEqual(expect.arrayContaining(['captcha_required']))
    expect(errors).not.toEqual(expect.arrayContaining(['second_verification_required']))
  }
})
