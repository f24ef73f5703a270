import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { choosePicture, defaultKeys } from '#account-api/accounts/pictures/picture'
import { formTokenCookie } from '#contract/wire/headers'
import { signed } from '#tests/account-api/calls/signed'
import { atOnce, codeOf, dataOf, describeWorlds, type World, worldOn } from '#tests/account-api/worlds/worlds'
import { asDrawn, blankPng, coloursOf, noPictures, photo } from '#tests/fixtures/pictures/picture-files'

describeWorlds('pictures on $name', (world, database) => {
  beforeAll(() => world.listen())
  let failure: 'busy' | 'out_of_time' | undefined
  /** A world that does not decode, for rules that are not about decoding. */
  const quick = worldOn(database, {
    makePicture: async () =>
      failure ? { ok: false, reason: failure } : { ok: true, bytes: await photo.jpeg({ width: 256, height: 256 }) },
  })

  type Person = Awaited<ReturnType<World['registerMobile']>>

  const infoOf = async ({ client }: Person) => dataOf(await client.accountInfo({}))

  const imageOf = async ({ client }: Pick<Person, 'client'>, key: string): Promise<Buffer> => {
    const image = dataOf(await client.image({ key }))
    expect(image.media_type).toBe('image/jpeg')
    return Buffer.from(image.bytes)
  }

  const upload = async ({ client }: Person) => client.uploadAvatar({ pic: await photo.gif() })
  const noPicture = { ok: false, code: 'no_such_picture' }

  const choose = ({ client }: Person, field: 'avatar' | 'background', value: string) =>
    client.updateUserInfo({ field_namespace: 'profile', field, value })

  it('happy: an upload becomes the avatar, cropped to a square, and anybody with its key can load it', async () => {
    const person = await world.registerMobile()
    const { key } = dataOf(await person.client.uploadAvatar({ pic: await photo.jpeg() }))
    expect((await infoOf(person)).avatar).toBe(key)
    const bytes = await imageOf({ client: world.person() }, key)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 })
    expect(await coloursOf(bytes)).toEqual(asDrawn)
    expect((await world.activityOf(person.userId))[0]).toEqual(['picture_changed', 'avatar'])
  })

  it('happy: an upload becomes the background, three times as wide as high, and the avatar does not change', async () => {
    const person = await world.registerMobile()
    const { avatar } = await infoOf(person)
    const { key } = dataOf(await person.client.uploadPicture({ pic: await photo.png({ width: 300, height: 600 }) }))
    expect(await infoOf(person)).toMatchObject({ avatar, background: key })
    expect(await sharp(await imageOf(person, key)).metadata()).toMatchObject({ width: 960, height: 320 })
  })

  it('security: a choice during an upload never leaves a deleted picture in the profile', async () => {
    const person = await quick.registerMobile()
    const pic = await photo.jpeg()
    const { key } = dataOf(await person.client.uploadAvatar({ pic }))
    const account = await quick.storage.accounts.profile(person.userId)
    if (!account) throw new Error('no account')
    let uploading: Promise<unknown> = Promise.resolve()
    const transaction: typeof quick.storage.transaction = (work) =>
      quick.storage.transaction((stores) => {
        const find: typeof stores.pictures.find = async (wanted) => {
          const found = await stores.pictures.find(wanted)
          uploading = person.client.uploadAvatar({ pic })
          await Promise.race([uploading, delay(300)])
          return found
        }
        return work({ ...stores, pictures: { ...stores.pictures, find } })
      })
    const from = { clientAddress: '', client: '' }
    const service = { ...quick.service, storage: { ...quick.storage, transaction } }
    await choosePicture(service, { account, kind: 'avatar', key, from })
    expect(await uploading).toMatchObject({ ok: true })
    expect((await imageOf(person, (await infoOf(person)).avatar)).length).toBeGreaterThan(0)
  })

  it('happy: an upload stays when it is chosen again, and is deleted when another picture replaces it', async () => {
    const person = await quick.registerMobile()
    const { key: first } = dataOf(await upload(person))
    expect(await choose(person, 'avatar', first)).toMatchObject({ ok: true })
    expect((await imageOf(person, first)).length).toBeGreaterThan(0)
    const { key: second } = dataOf(await upload(person))
    expect(await person.client.image({ key: first })).toMatchObject(noPicture)
    expect(await choose(person, 'avatar', 'default-avatar-3')).toMatchObject({ ok: true })
    expect(await person.client.image({ key: second })).toMatchObject(noPicture)
    expect((await infoOf(person)).avatar).toBe('default-avatar-3')
  })

  it('happy: an account without an upload always shows the same default picture', async () => {
    const person = await world.registerMobile()
    const before = await infoOf(person)
    expect(defaultKeys('avatar')).toContain(before.avatar)
    expect(defaultKeys('background')).toContain(before.background)
    expect(await infoOf(person)).toEqual(before)
    expect(await person.client.checkDefaultInfo({})).toMatchObject({ data: { avatar_is_default: true } })
  })

  it('happy: default pictures can be listed, loaded and chosen', async () => {
    const person = await world.registerMobile()
    const { client } = person
    const avatars = dataOf(await client.defaultAvatars({ aid: 'butterfly' }))
    const backgrounds = dataOf(await client.defaultBackgrounds({ aid: 'butterfly' }))
    expect([avatars.items.length, backgrounds.items.length]).toEqual([8, 4])
    const seen = new Set<string>()
    for (const [field, { items }, size] of [
      ['avatar', avatars, { width: 256, height: 256 }],
      ['background', backgrounds, { width: 960, height: 320 }],
    ] as const)
      for (const { key } of items) {
        const bytes = await imageOf(person, key)
        expect(await sharp(bytes).metadata(), key).toMatchObject(size)
        seen.add(bytes.toString('base64'))
        expect(await choose(person, field, key)).toMatchObject({ ok: true, data: { is_sensitive: 0 } })
        expect((await infoOf(person))[field]).toBe(key)
      }
    expect(seen.size).toBe(12)
    expect(await client.checkDefaultInfo({})).toMatchObject({ data: { avatar_is_default: false } })
  })

  it('security: a picture of another account, of the other kind or with an unknown key cannot be chosen', async () => {
    const [person, other] = [await quick.registerMobile(), await quick.registerMobile()]
    const { key: others } = dataOf(await upload(other))
    const { key: own } = dataOf(await person.client.uploadPicture({ pic: await photo.gif() }))
    const before = await infoOf(person)
    const unknown = ['default-background-1', 'default-avatar-9', 'default-avatar-0', 'nothing', '', '../x']
    for (const key of [others, own, ...unknown])
      expect(await choose(person, 'avatar', key), key).toMatchObject(noPicture)
    expect(await infoOf(person)).toEqual(before)
    expect((await imageOf(other, others)).length).toBeGreaterThan(0)
  })

  it('error: a refused upload changes nothing, and one far over the size limit is refused before it is read', async () => {
    const person = await world.registerMobile()
    const before = await infoOf(person)
    for (const [pic, reason] of [
      [Buffer.alloc(0), 'missing'],
      [Buffer.alloc(5 * 1024 * 1024 + 1, 'noise'), 'too_large'],
      [noPictures['an SVG with a script'], 'type'],
      [blankPng({ width: 30_000, height: 30_000 }), 'too_many_pixels'],
      [(await photo.jpeg()).subarray(0, 500), 'damaged'],
    ] as const)
      expect(await person.client.uploadAvatar({ pic })).toMatchObject({ code: 'picture_refused', data: { reason } })
    expect(codeOf(await person.client.uploadAvatar({ pic: Buffer.alloc(6 * 1024 * 1024, 'noise') }))).toBe('too_large')
    expect(await infoOf(person)).toEqual(before)
  })

  it('security: the file name and the content type of an upload are ignored', async () => {
    const { jar } = await world.registerMobile()
    const path = '/passport/web/avatar/upload'
    const boundary = 'butterfly-of-the-tests'
    const uploadNamed = async (head: string, content: Buffer) => {
      const [before, after] = [`--${boundary}\r\n${head}\r\n\r\n`, `\r\n--${boundary}--\r\n`]
      const body = Buffer.concat([Buffer.from(before), content, Buffer.from(after)])
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        cookie: jar.header(),
        'x-csrf-token': jar.get(formTokenCookie) ?? '',
      }
      const answer = await fetch(world.baseUrl + path, signed({ method: 'POST', path, headers, body }))
      return (await answer.json()) as { data: { key?: string; reason?: string } }
    }
    const named = 'content-disposition: form-data; name="pic"; filename="../../x.svg"'
    for (const head of [named, `${named}\r\ncontent-type: image/svg+xml`, `${named}\r\ncontent-type: text/html`])
      expect((await uploadNamed(head, await photo.png())).data.key, head).toMatch(/^[\w-]{22}$/)
    const lying = `content-disposition: form-data; name="pic"; filename="photo.png"\r\ncontent-type: image/png`
    expect((await uploadNamed(lying, noPictures['an SVG with a script'])).data.reason).toBe('type')
  })

  it('error: the 21st upload of a day is refused, for that account only', async () => {
    const [person, other] = [await quick.registerMobile(), await quick.registerMobile()]
    const pic = await photo.gif()
    for (let nth = 1; nth <= 20; nth += 1)
      dataOf(await (nth % 2 ? person.client.uploadAvatar({ pic }) : person.client.uploadPicture({ pic })))
    const refused = await person.client.uploadAvatar({ pic })
    const retry_after = expect.toSatisfy((wait: number) => wait > 0 && wait <= 86_400)
    expect(refused).toMatchObject({ ok: false, code: 'changed_too_often', data: { field: 'pic', retry_after } })
    expect(await choose(person, 'avatar', 'default-avatar-1')).toMatchObject({ ok: true })
    expect(await other.client.uploadAvatar({ pic })).toMatchObject({ ok: true })
  })

  it('security: an upload that ran out of decoding time counts towards the limit, and one refused by a full queue does not', async () => {
    const person = await quick.registerMobile()
    const fail = async (how: typeof failure, count: number) => {
      failure = how
      for (let nth = 1; nth <= count; nth += 1)
        expect(await upload(person)).toMatchObject({ code: 'too_many_requests' })
      failure = undefined
    }
    await fail('busy', 21)
    expect(await upload(person)).toMatchObject({ ok: true })
    await fail('out_of_time', 19)
    expect(await upload(person)).toMatchObject({ code: 'changed_too_often' })
  })

  it('security: only one of eight concurrent uploads is kept', async () => {
    const person = await quick.registerMobile()
    const keys = (await atOnce(8, () => upload(person))).map((answer) => dataOf(answer).key)
    const left = await Promise.all(keys.map(async (key) => (await quick.storage.pictures.find(key)) && key))
    expect(left.filter(Boolean)).toEqual([(await infoOf(person)).avatar])
  })

  it('security: a picture is publicly cacheable and sets no cookie, and a failure is not cached', async () => {
    const ask = (key: string) => {
      const path = `/passport/common/image/${key}`
      return fetch(world.baseUrl + path, signed({ path }))
    }
    const found = await ask('default-avatar-1')
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(found.headers.get('x-content-type-options')).toBe('nosniff')
    expect(found.headers.getSetCookie()).toEqual([])
    const missing = await ask('nothing')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(await missing.json()).toMatchObject({ message: 'error', data: { error_code: 1602 } })
  })
})
