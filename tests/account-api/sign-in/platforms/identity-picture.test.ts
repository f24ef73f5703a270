import sharp from 'sharp'
import { beforeEach, expect, it, vi } from 'vitest'
import { dataOf, describeWorldsWith } from '#tests/account-api/worlds/worlds'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { promised } from '#tests/fixtures/time/promised'
import { newIdentity, outsiders, platform } from './outsiders'

const pictureUrl = 'https://provider.example/ann.png'

const { providers, arrive, keyOf, bind } = outsiders()
/** The requested addresses, and their answers. */
const asked: string[] = []
let answer: () => Promise<Uint8Array | undefined>
const fetchPicture = (url: string) => {
  asked.push(url)
  return answer()
}

describeWorldsWith({ providers, fetchPicture })('the picture of a third-party identity on $name', (world) => {
  beforeEach(() => {
    asked.length = 0
    answer = () => photo.png()
  })

  const connect = async (identity = newIdentity({ pictureUrl })) => {
    const person = await world.registerMobile()
    await bind(person.client, identity)
    return person
  }
  const picturesOf = async (userId: string) => (await world.storage.platforms.of(userId)).map(({ picture }) => picture)
  const kept = async (userId: string): Promise<string> => {
    await vi.waitFor(async () => expect(await picturesOf(userId)).toEqual([expect.any(String)]), 10_000)
    return (await picturesOf(userId))[0] ?? ''
  }

  it('happy: a picture is stored as a small JPEG when its identity is bound, and is shown and exported', async () => {
    const { client, userId } = await connect()
    const key = await kept(userId)
    expect(asked).toEqual([pictureUrl])
    expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [{ picture: key }] } })
    const shown = dataOf(await world.person().image({ key }))
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 96 })
    expect(await client.exportData({})).toMatchObject({ data: { data: { images: [{ key, kind: 'identity' }] } } })
  })

  it('happy: a picture is deleted with its identity, and other pictures are not', async () => {
    const { client, userId } = await connect()
    const [key, other] = [await kept(userId), await kept((await connect()).userId)]
    expect(await client.unbindPlatform({ platform })).toMatchObject({ data: { done: true } })
    expect(await world.storage.pictures.find(key)).toBeUndefined()
    expect(await world.storage.pictures.find(other)).toBeDefined()
  })

  it('security: an avatar does not replace the picture, and the picture cannot be chosen as avatar', async () => {
    const { client, userId } = await connect()
    const key = await kept(userId)
    expect(await client.uploadAvatar({ pic: await photo.png() })).toMatchObject({ ok: true })
    expect(await world.storage.pictures.find(key)).toBeDefined()
    const chosen = await client.updateUserInfo({ field_namespace: 'profile', field: 'avatar', value: key })
    expect(chosen).toMatchObject({ code: 'no_such_picture' })
  })

  it('security: no picture is fetched before the identity is bound, or for another account’s identity', async () => {
    const identity = newIdentity({ pictureUrl })
    const first = await connect(identity)
    await kept(first.userId)
    asked.length = 0
    await arrive(world.person(), identity)
    const other = await world.registerMobile()
    expect(await other.client.authProfile({ platform, code: 'unknown' })).toMatchObject({ code: 'platform_refused' })
    await keyOf(world.person(), newIdentity({ pictureUrl }))
    expect(asked).toEqual([])
  })

  it.each<[string, () => Promise<Uint8Array | undefined>]>([
    ['is no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['is damaged', async () => (await photo.png()).subarray(0, 60)],
    ['cannot be had', async () => undefined],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('error: if the picture %s, the identity is bound without it', async (_, file) => {
    answer = file
    const identity = newIdentity({ pictureUrl })
    const { userId } = await connect(identity)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    // Pictures are decoded one after another, so the first one is finished.
    answer = () => photo.png()
    await kept((await connect()).userId)
    expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: userId } })
    expect(await picturesOf(userId)).toEqual([null])
  })

  it.each([
    ['is no address', 'not an address'],
    ['is too long', `https://provider.example/${'x'.repeat(2048)}`],
  ])('error: a picture that %s is not fetched', async (_, url) => {
    await connect(newIdentity({ pictureUrl: url }))
    expect(asked).toEqual([])
  })

  it('security: a picture that arrives after its identity was unbound is not stored', async () => {
    const late = promised<Uint8Array>()
    answer = () => late.promise
    using made = vi.spyOn(world.deployment, 'makePicture')
    const { client, userId } = await connect()
    expect(await client.unbindPlatform({ platform })).toMatchObject({ data: { done: true } })
    late.resolve(await photo.png())
    await vi.waitFor(() => expect(made).toHaveBeenCalled())
    await made.mock.results[0]?.value
    expect(await client.exportData({})).toMatchObject({ data: { data: { images: [] } } })
    expect(await picturesOf(userId)).toEqual([])
  })
})
