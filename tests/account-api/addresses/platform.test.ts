import { expect, it } from 'vitest'
import { issueProfile } from '#account-api/addresses/platforms/platform'
import type { Client } from '#contract/client'
import { dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { atOnce, describeWorlds, endsOf } from '#tests/account-api/worlds/worlds'

let openids = 0

describeWorlds('third-party identities on $name', (world) => {
  /** The profile_key of a profile, as if its platform had just answered it. */
  const profileKey = (options: { platform?: string; openid?: string; name?: string } = {}) => {
    const { platform = 'example', openid = `openid ${openids++}`, name = 'Ann' } = options
    return issueProfile(world.service, { platform, openid, name })
  }

  const bind = async (client: Client, profile_key?: string | Promise<string>, change_bind: 0 | 1 = 0) =>
    client.bindAuth({ platform: 'example', profile_key: await (profile_key ?? profileKey()), change_bind })
  const namesOf = async (userId: string) => (await world.storage.platforms.of(userId)).map(({ name }) => name)

  it('happy: a profile_key binds its identity until it is unbound, and both are recorded and reported', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const profile_key = await profileKey()
    const identity = { platform: 'example', name: 'Ann' }
    expect(await world.person().oauthProfile({ profile_key })).toMatchObject({ data: identity })
    expect(await bind(client, profile_key)).toMatchObject({ data: identity })
    expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [identity] } })
    expect((await world.activityOf(userId))[0]).toEqual(['platform_bound', 'example'])
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'platform_bound' })
    expect(await client.unbindPlatform({ platform: 'example' })).toMatchObject({ ok: true })
    expect((await world.activityOf(userId))[0]).toEqual(['platform_removed', 'example'])
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'platform_removed' })
    expect(await client.bindVerifyInfo({})).toMatchObject({ data: { platforms: [] } })
  })

  it('happy: a third-party identity is a sign-in method, so the only mobile can be unbound after a wait', async () => {
    const { client } = await world.registerMobileOnly()
    await bind(client)
    const asked = await client.unbindPlatform({ platform: 'mobile', without_address: 1 })
    expect(asked).toMatchObject({ ok: true, data: { done: false } })
    expect(await dueAfter(world, hours(48))).toBe(1)
    // The session that began by the mobile has ended, so nothing can be done here any more.
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('happy: bindVerifyInfo returns the sign-in methods with masked addresses', async () => {
    const { client, email } = await world.registerBoth()
    const answer = await client.bindVerifyInfo({})
    expect(answer).toMatchObject({ data: { ways: [{ way: 'mobile' }, { way: 'email' }, { way: 'password' }] } })
    expect(JSON.stringify(answer)).not.toContain(email)
  })

  it('error: an identity of another account is refused, and the identity to be replaced stays bound', async () => {
    const openid = 'openid of another'
    const holder = await world.registerMobile()
    await bind(holder.client, profileKey({ openid }))
    const { client, userId } = await world.registerMobile()
    await bind(client, profileKey({ name: 'Bea' }))
    const key = await profileKey({ openid })
    expect(await bind(client, key, 1)).toMatchObject({ code: 'held_by_other', data: { field: 'platform' } })
    expect(await namesOf(userId)).toEqual(['Bea'])
    await holder.client.unbindPlatform({ platform: 'example' })
    expect(await bind(client, key, 1)).toMatchObject({ ok: true })
  })

  it('error: a code of a platform that is not configured is refused as at a sign-in', async () => {
    const { client } = await world.registerMobile()
    const given = { platform: 'example', code: 'the answer of a provider' }
    for (const name of ['bindAuth', 'authLogin'] as const)
      expect(await client[name](given)).toMatchObject({ code: 'no_such_platform' })
  })

  it('security: a profile_key is valid for its own platform and for one use', async () => {
    const { client } = await world.registerMobile()
    const refused = { code: 'ticket_refused' }
    const key = await profileKey()
    expect(await client.bindAuth({ platform: 'another', profile_key: key })).toMatchObject(refused)
    expect(await bind(client, key)).toMatchObject({ ok: true })
    await client.unbindPlatform({ platform: 'example' })
    expect(await bind(client, key)).toMatchObject(refused)
    expect(await client.oauthProfile({ profile_key: key })).toMatchObject(refused)
  })

  const keysTo = (openid: string) => atOnce(20, () => profileKey({ openid }))

  it.each([
    ['use one profile_key', 'ticket_refused', async () => Array(20).fill(await profileKey())],
    ['bind one identity, each with its own profile_key', 'held_by_other', () => keysTo('one for twenty')],
  ] as const)('security: one of 20 accounts that %s at the same time succeeds', async (_what, loses, keysOf) => {
    const people = await atOnce(20, () => world.registerMobileOnly())
    const keys: string[] = await keysOf()
    const answers = await Promise.all(people.map(({ client }, turn) => bind(client, keys[turn])))
    expect(endsOf(answers)).toEqual({ ok: 1, [loses]: 19 })
  })

  it('security: one of 20 identities of a platform that an account binds at the same time is bound', async () => {
    const { client, userId } = await world.registerMobileOnly()
    const keys = await atOnce(20, () => profileKey())
    expect(endsOf(await Promise.all(keys.map((key) => bind(client, key))))).toMatchObject({ ok: 1 })
    expect(await world.storage.platforms.of(userId)).toHaveLength(1)
  })
})
