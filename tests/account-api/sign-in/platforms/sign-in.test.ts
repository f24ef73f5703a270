import { expect, it } from 'vitest'
import type { OutsideIdentity } from '#account-api/accounts/platforms/provider'
import type { Client } from '#contract/client'
import { mobilePurpose } from '#contract/terms/purposes'
import { cancelByMobile } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorldsWith, freshMobile, refused, ticketIn } from '#tests/account-api/worlds/worlds'
import { newIdentity, outsiders, platform, redirect_uri } from './outsiders'

const { providers, codeOf, arrive, keyOf, bind } = outsiders()

describeWorldsWith({ providers })('third-party sign-in on $name', (world) => {
  type Person = Awaited<ReturnType<typeof world.registerMobile>>

  /** Signs in to an account by its password, to bind an identity to it. */
  const bindLogin = async ({ mobile, password }: Person, identity: OutsideIdentity) =>
    world.person().bindLogin({ profile_key: await keyOf(world.person(), identity), account: mobile, password })

  /** A person whose account has an identity. */
  const connected = async (otherwise: Partial<OutsideIdentity> = {}) => {
    const [person, identity] = [await world.registerMobile(), newIdentity(otherwise)]
    expect(await bindLogin(person, identity)).toMatchObject({ data: { user_id: person.userId, bound: true } })
    return { ...person, identity }
  }

  it('happy: a visit has an address, and secrets that differ each time', async () => {
    const start = async () => dataOf(await world.person().thirdPartyStart({ platform }))
    const [first, second] = [await start(), await start()]
    expect(first).toMatchObject({ redirect_uri, platform })
    for (const name of ['state', 'nonce', 'code_verifier'] as const) expect(first[name]).not.toBe(second[name])
    expect(first.url).not.toContain(first.code_verifier)
  })

  it('error: a wrong password binds nothing, and the key stays valid', async () => {
    const { mobile, password } = await world.registerMobile()
    const wrong = { profile_key: await keyOf(world.person(), newIdentity()), account: mobile, password: 'not this one' }
    expect(await world.person().bindLogin(wrong)).toMatchObject({ code: 'wrong_credentials' })
    expect(await world.person().bindLogin({ ...wrong, password })).toMatchObject({ data: { bound: true } })
  })

  it('error: an account with another identity of the platform is signed in, and keeps its identity', async () => {
    const person = await connected({ name: 'Ann' })
    expect(await bindLogin(person, newIdentity({ name: 'Bea' }))).toMatchObject({ data: { bound: false } })
    expect((await world.storage.platforms.of(person.userId)).map(({ name }) => name)).toEqual(['Ann'])
  })

  it('happy: an identity bound by password signs in, and so does its unionid with another openid', async () => {
    const { identity, userId } = await connected()
    expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: userId } })
    // The app has joined an open platform.
    const unionid = `unionid of ${identity.openid}`
    expect(await arrive(world.person(), { ...identity, unionid })).toMatchObject({ data: { user_id: userId } })
    expect(await arrive(world.person(), newIdentity({ unionid }))).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the same openid of another app is another person', async () => {
    const { openid } = (await connected()).identity
    const person = { platform, openid, unionid: null }
    expect(await world.storage.platforms.find({ ...person, appId: 'our app' })).toBeDefined()
    expect(await world.storage.platforms.find({ ...person, appId: 'another app' })).toBeUndefined()
  })

  it('security: a code for another app is not sent to the provider', async () => {
    const client = world.person()
    const given = { platform, code: codeOf(newIdentity()), redirect_uri }
    await refused(client.authLogin({ ...given, platform_app_id: 'another app' }), 'platform_refused')
    expect(await client.authLogin(given)).toMatchObject({ code: 'not_bound' })
  })

  it('error: a platform that is not configured is reported', async () => {
    const client = world.person()
    expect(await client.thirdPartyStart({ platform: 'another' })).toMatchObject({ code: 'no_such_platform' })
    expect(await client.oauthLogin({ code: 'any' })).toMatchObject({ code: 'no_such_platform' })
  })

  it('security: a sign-in by a provider is no fresh proof, unless it reports when the person signed in there', async () => {
    const { identity } = await connected()
    const [stale, fresh] = [world.person(), world.person()]
    await arrive(stale, identity)
    expect(await stale.unbindPlatform({ platform })).toMatchObject({ code: 'second_verification_required' })
    await arrive(fresh, { ...identity, provenAt: world.deployment.now() })
    // The proof is fresh, but an outside account is not one of our factors.
    expect(await fresh.unbindPlatform({ platform, wait: 1 })).toMatchObject({ data: { done: false } })
  })

  const cancelled = async () => {
    const person = await connected()
    await cancelByMobile(world, person)
    return person
  }

  it('error: bindLogin returns a ticket for a cancelled account only with need_frozen_user', async () => {
    const { mobile, password } = await cancelled()
    const typed = { profile_key: await keyOf(world.person(), newIdentity()), account: mobile, password }
    expect((await world.person().bindLogin(typed)).data).not.toHaveProperty('ticket')
    const asked = await world.person().bindLogin({ ...typed, need_frozen_user: 1 })
    expect(asked).toMatchObject({ code: 'account_cancelled', data: { ticket: expect.any(String) } })
  })

  it.each<[string, (client: Client) => Promise<string>, object]>([
    ['login_only=1 of the key', (client) => keyOf(client, newIdentity(), { login_only: 1 }), {}],
    ['login_only=1 of bindLogin', (client) => keyOf(client, newIdentity()), { login_only: 1 }],
  ])('error: with %s no account is created', async (_, makeKey, ofBinding) => {
    const [mobile, client] = [freshMobile(), world.person()]
    const profile_key = await makeKey(client)
    const code = await world.codeFor(mobile, mobilePurpose.login, client)
    await refused(client.bindLogin({ profile_key, mobile, code, ...ofBinding }), 'not_registered')
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
  })

  it('security: a person with only the number binds nothing; the same key binds once the sign-in is confirmed', async () => {
    const { mobile, userId, password } = await world.registerBoth()
    world.passMinutes(180 * 24 * 60)
    const [client, identity] = [world.person(), newIdentity()]
    const profile_key = await keyOf(client, identity)
    const code = await world.codeFor(mobile, mobilePurpose.login, client)
    const ticket = ticketIn(await client.bindLogin({ profile_key, mobile, code }))
    expect(await world.storage.platforms.of(userId)).toEqual([])
    expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'not_signed_in' })
    expect(await arrive(world.person(), identity)).toMatchObject({ code: 'not_bound' })
    expect(await client.confirmSignIn({ ticket, way: 'password', code: password })).toMatchObject({ ok: true })
    expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ ok: true })
    expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: userId } })
    const other = await world.registerMobile()
    expect(await other.client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a restored account does not take an identity that another account bound meanwhile', async () => {
    const { mobile, password } = await cancelled()
    const [client, identity] = [world.person(), newIdentity()]
    const typed = { account: mobile, password, need_frozen_user: 1 }
    const profile_key = await keyOf(client, identity)
    const ticket = ticketIn(await client.bindLogin({ profile_key, ...typed }))
    const other = await world.registerMobile()
    await bind(other.client, identity)
    await client.undoCancellation({ ticket })
    // The account already has an identity of this platform.
    expect(await client.bindAuth({ platform, profile_key })).toMatchObject({ code: 'already_bound' })
    expect(await arrive(world.person(), identity)).toMatchObject({ data: { user_id: other.userId } })
  })
})
