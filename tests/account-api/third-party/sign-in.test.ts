import { describe, expect, it } from 'vitest'
import { type OutsideIdentity, ProviderFailed } from '../../../account-api/domain/platform/provider'
import { mobilePurpose } from '../../../contract/purposes'
import { databases } from '../../fixtures/databases'
import { freshMobile, registerMobile, worldOn } from '../world'
import { newIdentity, outsiders, redirect_uri } from './outsiders'

let ids = 0

describe.each(databases)('third-party sign-in on $name', (database) => {
  const { providers, codeOf } = outsiders()
  const world = worldOn(database, { providers })

  /** Somebody at the provider, and the code that they come back with. */
  const outsider = (otherwise: Partial<OutsideIdentity> = {}) => codeOf(newIdentity(otherwise))
  const arrive = (code: string, client = world.person()) =>
    client.authLogin({ platform: 'example', code, redirect_uri })
  const keyOf = async (code: string) => {
    const answer = await arrive(code)
    if (answer.ok || answer.code !== 'not_bound') throw new Error('it is bound')
    return answer.data.profile_key
  }

  it('happy: a visit has an address, and secrets that differ each time', async () => {
    const first = await world.person().thirdPartyStart({ platform: 'example' })
    const second = await world.person().thirdPartyStart({ platform: 'example' })
    expect(first).toMatchObject({ ok: true, data: { redirect_uri, platform: 'example' } })
    if (!first.ok || !second.ok) throw new Error('not started')
    for (const name of ['state', 'nonce', 'code_verifier'] as const)
      expect(first.data[name]).not.toBe(second.data[name])
    expect(first.data.url).not.toContain(first.data.code_verifier)
  })

  it('happy: an identity that is not bound is bound to a new account by bindLogin, and then signs in', async () => {
    const identity = { openid: `own openid ${ids++}`, name: 'Ann' }
    const [mobile, client] = [freshMobile(), world.person()]
    const profile_key = await keyOf(outsider(identity))
    await client.sendCode({ mobile, type: mobilePurpose.login })
    const bound = await client.bindLogin({ profile_key, mobile, code: await world.codeTo(mobile) })
    expect(bound).toMatchObject({ data: { is_new_user: true, bound: true } })
    const entered = await arrive(outsider(identity))
    if (!bound.ok || !entered.ok) throw new Error('not signed in')
    expect(entered.data.user_id).toBe(bound.data.user_id)
  })

  it('happy: it is bound to an account that exists by its password', async () => {
    const { mobile, password, userId } = await registerMobile(world)
    const identity = { openid: `own openid ${ids++}`, name: 'Ann' }
    const answer = await world
      .person()
      .bindLogin({ profile_key: await keyOf(outsider(identity)), account: mobile, password })
    expect(answer).toMatchObject({ data: { user_id: userId, bound: true } })
    expect(await arrive(outsider(identity))).toMatchObject({ data: { user_id: userId } })
  })

  it('error: a wrong password binds nothing, and the key stays valid', async () => {
    const { mobile, password } = await registerMobile(world)
    const profile_key = await keyOf(outsider())
    const wrong = { profile_key, account: mobile, password: 'not this one' }
    expect(await world.person().bindLogin(wrong)).toMatchObject({ code: 'wrong_credentials' })
    expect(await world.person().bindLogin({ ...wrong, password })).toMatchObject({ data: { bound: true } })
  })

  it('error: an account with another identity of the platform is signed in, and keeps that', async () => {
    const { mobile, password, userId } = await registerMobile(world)
    const bind = async (code: string) =>
      world.person().bindLogin({ profile_key: await keyOf(code), account: mobile, password })
    await bind(outsider({ name: 'Ann' }))
    expect(await bind(outsider({ name: 'Bea' }))).toMatchObject({ data: { bound: false } })
    expect((await world.storage.platforms.of(userId)).map(({ name }) => name)).toEqual(['Ann'])
  })

  it('error: the key of authLoginOnly makes no account', async () => {
    const answer = await world.person().authLoginOnly({ platform: 'example', code: outsider(), redirect_uri })
    if (answer.ok || answer.code !== 'not_bound') throw new Error('it is bound')
    const [mobile, client] = [freshMobile(), world.person()]
    await client.sendCode({ mobile, type: mobilePurpose.login })
    const typed = { profile_key: answer.data.profile_key, mobile, code: await world.codeTo(mobile) }
    expect(await client.bindLogin(typed)).toMatchObject({ code: 'not_registered' })
  })

  it('happy: after an app has joined an open platform, the unionid finds the account of another openid', async () => {
    const { mobile, password, userId } = await registerMobile(world)
    const unionid = `unionid ${ids++}`
    const before = { openid: `own openid ${ids++}`, name: 'Ann' }
    await world.person().bindLogin({ profile_key: await keyOf(outsider(before)), account: mobile, password })
    expect(await arrive(outsider({ ...before, unionid }))).toMatchObject({ data: { user_id: userId } })
    expect(await arrive(outsider({ unionid }))).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the same openid of another app is another person', async () => {
    const { mobile, password } = await registerMobile(world)
    const openid = `own openid ${ids++}`
    await world.person().bindLogin({ profile_key: await keyOf(outsider({ openid })), account: mobile, password })
    const person = { platform: 'example', openid, unionid: null }
    expect(await world.storage.platforms.find({ ...person, appId: 'our app' })).toBeDefined()
    expect(await world.storage.platforms.find({ ...person, appId: 'another app' })).toBeUndefined()
  })

  it('security: a code for another app, or for another address, is not shown to the provider', async () => {
    const code = outsider()
    const client = world.person()
    const refused = { code: 'platform_refused' }
    const given = { platform: 'example', code, redirect_uri }
    expect(await client.authLogin({ ...given, platform_app_id: 'another app' })).toMatchObject(refused)
    expect(await client.authLogin({ ...given, redirect_uri: 'https://evil.example/' })).toMatchObject(refused)
    expect(await client.authLogin(given)).toMatchObject({ code: 'not_bound' })
  })

  it('error: a provider that is away is told apart from one that refuses', async () => {
    const late = codeOf(new ProviderFailed('platform_unreachable', 'no answer'))
    expect(await arrive(late)).toMatchObject({ code: 'platform_unreachable' })
    expect(await arrive('unknown')).toMatchObject({ code: 'platform_refused' })
    expect(await world.person().thirdPartyStart({ platform: 'another' })).toMatchObject({ code: 'no_such_platform' })
    expect(await world.person().oauthLogin({ code: 'any' })).toMatchObject({ code: 'no_such_platform' })
  })

  it('security: a sign-in by a provider is no fresh proof, unless it tells when the person signed in there', async () => {
    const { mobile, password } = await registerMobile(world)
    const identity = { openid: `own openid ${ids++}`, name: 'Ann' }
    await world.person().bindLogin({ profile_key: await keyOf(outsider(identity)), account: mobile, password })
    const [stale, fresh] = [world.person(), world.person()]
    await arrive(outsider(identity), stale)
    expect(await stale.unbindPlatform({ platform: 'example' })).toMatchObject({ code: 'second_verification_required' })
    await arrive(outsider({ ...identity, provenAt: world.setting.now() }), fresh)
    // The proof is fresh, but an outside account is no factor of ours.
    expect(await fresh.unbindPlatform({ platform: 'example', wait: 1 })).toMatchObject({ data: { done: false } })
  })

  it('security: unbinding an identity ends the sessions that it has begun', async () => {
    const identity = { openid: `own openid ${ids++}`, name: 'Ann' }
    const { client } = await registerMobile(world)
    const key = await keyOf(outsider(identity))
    await client.bindAuth({ platform: 'example', profile_key: key })
    const outside = world.person()
    expect(await arrive(outsider(identity), outside)).toMatchObject({ ok: true })
    // A password and a mobile are two factors, so it is unbound at once.
    expect(await client.unbindPlatform({ platform: 'example' })).toMatchObject({ data: { done: true } })
    expect(await outside.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
  })

  it('security: of 10 accounts that bind one identity at once, one gets it', async () => {
    const identity = { openid: `own openid ${ids++}`, name: 'Ann' }
    const people = await Promise.all(
      Array.from({ length: 10 }, async () => ({
        ...(await registerMobile(world)),
        key: await keyOf(outsider(identity)),
      })),
    )
    const answers = await Promise.all(
      people.map(({ mobile, password, key }) =>
        world.person().bindLogin({ profile_key: key, account: mobile, password }),
      ),
    )
    expect(answers.filter((answer) => answer.ok && answer.data.bound)).toHaveLength(1)
  })
})
