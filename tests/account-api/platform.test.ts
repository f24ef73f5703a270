import { describe, expect, it } from 'vitest'
import { changeDue } from '../../account-api/domain/pending-change/due-changes'
import { issueProfile } from '../../account-api/domain/platform/platform'
import { databases } from '../fixtures/databases'
import { activityOf, profileOf, proveMobile, registerMobileOnly, toldLast } from './bindings'
import { registerBoth, registerMobile, worldOn } from './world'

let openids = 0

describe.each(databases)('third-party identities on $name', (database) => {
  const world = worldOn(database)

  /** The profile_key of a profile, as if its platform had just answered it. */
  const profileKey = (options: { platform?: string; openid?: string; name?: string } = {}) => {
    const { platform = 'example', openid = `openid ${openids++}`, name = 'Ann' } = options
    return issueProfile(world.setting, world.storage, { platform, openid, name })
  }

  it('happy: a profile_key answers its identity, and binds it', async () => {
    const { client } = await registerMobile(world)
    const key = await profileKey()
    expect(await world.person().oauthProfile({ profile_key: key })).toMatchObject({
      data: { platform: 'example', name: 'Ann' },
    })
    expect(await client.bindAuth({ platform: 'example', profile_key: key })).toMatchObject({
      data: { platform: 'example', name: 'Ann' },
    })
    expect(await client.bindVerifyInfo({})).toMatchObject({
      data: { platforms: [{ platform: 'example', name: 'Ann' }] },
    })
  })

  it('happy: binding and unbinding an identity are recorded, and a message is sent for each', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    await client.bindAuth({ platform: 'example', profile_key: await profileKey() })
    expect((await activityOf(world, userId))[0]).toEqual(['platform_bound', 'example'])
    expect(await toldLast(world, mobile)).toMatchObject({ purpose: 'platform_bound' })
    expect(await client.unbindPlatform({ platform: 'example' })).toMatchObject({ ok: true })
    expect((await activityOf(world, userId))[0]).toEqual(['platform_removed', 'example'])
    expect(await toldLast(world, mobile)).toMatchObject({ purpose: 'platform_removed' })
    expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [] } })
  })

  it('happy: a third-party identity is a sign-in method, so the only mobile can be unbound, after a wait', async () => {
    const { client } = await registerMobileOnly(world)
    await client.bindAuth({ platform: 'example', profile_key: await profileKey() })
    expect(await client.unbindPlatform({ platform: 'mobile', without_address: 1 })).toMatchObject({
      ok: true,
      data: { done: false },
    })
    world.passMinutes(48 * 60)
    expect(await changeDue(world.service)).toBe(1)
    // The session that began by the mobile has ended, and with it every way to act here.
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('error: the last sign-in method is not unbound', async () => {
    const { client, userId, mobile } = await registerMobile(world)
    await client.bindAuth({ platform: 'example', profile_key: await profileKey() })
    expect(await client.unbindPlatform({ platform: 'mobile', without_address: 1 })).toMatchObject({
      ok: true,
      data: { done: true },
    })
    expect((await profileOf(world, userId)).mobile).not.toBe(mobile)
    const account = await world.storage.accounts.profile(userId)
    await world.storage.accounts.replacePassword(userId, { was: account?.passwordHash ?? '', becomes: null })
    expect(await client.unbindPlatform({ platform: 'example' })).toMatchObject({
      code: 'last_way',
      data: { of: 'own' },
    })
  })

  it('happy: change_bind=1 replaces an identity of the same platform', async () => {
    const { client, userId } = await registerMobile(world)
    await client.bindAuth({ platform: 'example', profile_key: await profileKey() })
    const key = await profileKey({ name: 'Bea' })
    expect(await client.bindAuth({ platform: 'example', profile_key: key })).toMatchObject({
      code: 'already_bound',
      data: { field: 'platform' },
    })
    expect(await client.bindAuth({ platform: 'example', profile_key: key, change_bind: 1 })).toMatchObject({
      data: { name: 'Bea' },
    })
    expect((await world.storage.platforms.of(userId)).map(({ name }) => name)).toEqual(['Bea'])
  })

  it('happy: bindVerifyInfo answers the sign-in methods with masked addresses', async () => {
    const { client, email } = await registerBoth(world)
    const answer = await client.bindVerifyInfo({})
    expect(answer).toMatchObject({ data: { ways: [{ way: 'mobile' }, { way: 'email' }, { way: 'password' }] } })
    expect(JSON.stringify(answer)).not.toContain(email)
  })

  it('error: an identity of another account is refused, and the one to be replaced stays bound', async () => {
    const openid = 'openid of another'
    const holder = await registerMobile(world)
    await holder.client.bindAuth({ platform: 'example', profile_key: await profileKey({ openid }) })
    const { client, userId } = await registerMobile(world)
    await client.bindAuth({ platform: 'example', profile_key: await profileKey({ name: 'Bea' }) })
    const key = await profileKey({ openid })
    const take = () => client.bindAuth({ platform: 'example', profile_key: key, change_bind: 1 })
    expect(await take()).toMatchObject({ code: 'held_by_other', data: { field: 'platform' } })
    expect((await world.storage.platforms.of(userId)).map(({ name }) => name)).toEqual(['Bea'])
    await holder.client.unbindPlatform({ platform: 'example' })
    expect(await take()).toMatchObject({ ok: true })
  })

  it('error: a code of a platform that is not configured is refused as unsupported', async () => {
    const { client } = await registerMobile(world)
    expect(await client.bindAuth({ platform: 'example', code: 'the answer of a provider' })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'platform', reason: 'unsupported' }] },
    })
  })

  it('error: an old proof needs a second verification, and the profile_key stays valid', async () => {
    const { client, password } = await registerMobile(world)
    world.passMinutes(11)
    const key = await profileKey()
    const asked = await client.bindAuth({ platform: 'example', profile_key: key })
    if (asked.ok || asked.code !== 'second_verification_required') throw new Error('not asked')
    await client.verifySecond({ sms_code_key: asked.data.sms_code_key, way: 'password', code: password })
    expect(await client.bindAuth({ platform: 'example', profile_key: key })).toMatchObject({ ok: true })
  })

  it('security: a profile_key is valid for its own platform, for 15 minutes and for one use', async () => {
    const { client, mobile } = await registerMobile(world)
    const refused = { code: 'ticket_refused' }
    const key = await profileKey()
    expect(await client.bindAuth({ platform: 'another', profile_key: key })).toMatchObject(refused)
    const proof = await proveMobile(world, client, mobile)
    expect(await client.bindAuth({ platform: 'example', profile_key: proof })).toMatchObject(refused)
    expect(await client.bindAuth({ platform: 'example', profile_key: key })).toMatchObject({ ok: true })
    await client.unbindPlatform({ platform: 'example' })
    expect(await client.bindAuth({ platform: 'example', profile_key: key })).toMatchObject(refused)
    expect(await client.oauthProfile({ profile_key: key })).toMatchObject(refused)
    const late = await profileKey()
    world.passMinutes(15)
    expect(await client.oauthProfile({ profile_key: late })).toMatchObject(refused)
  })

  it('security: of 20 uses of one profile_key at once, one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => registerMobileOnly(world)))
    const key = await profileKey()
    const answers = await Promise.all(
      people.map(({ client }) => client.bindAuth({ platform: 'example', profile_key: key })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
  })

  it('security: of 20 accounts that bind one identity at once, each with its own profile_key, one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => registerMobileOnly(world)))
    const keys = await Promise.all(people.map(() => profileKey({ openid: 'one for twenty' })))
    const answers = await Promise.all(
      people.map(({ client }, turn) => client.bindAuth({ platform: 'example', profile_key: keys[turn] })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'held_by_other')).toHaveLength(19)
  })

  it('security: of 20 identities of one platform that one account binds at once, one is bound', async () => {
    const { client, userId } = await registerMobileOnly(world)
    const keys = await Promise.all(Array.from({ length: 20 }, () => profileKey()))
    const answers = await Promise.all(keys.map((key) => client.bindAuth({ platform: 'example', profile_key: key })))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await world.storage.platforms.of(userId)).toHaveLength(1)
  })
})
