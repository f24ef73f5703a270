import { expect, it } from 'vitest'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { proveFactor } from './binding/bindings'
import { provenBy } from './lost-number'

describeWorlds('the last address of an account on $name', (world) => {
  const usernameOf = async (userId: string) => (await world.storage.accounts.profile(userId))?.username

  it('error: the last address is not unbound without the confirming tick, and the answer names the username', async () => {
    const { client, userId, mobile } = await world.registerMobile()
    const refused = { code: 'last_address', data: { username: await usernameOf(userId) } }
    expect(await client.unbindPlatform({ platform: 'mobile' })).toMatchObject(refused)
    expect(await client.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject(refused)
    expect((await world.storage.accounts.profile(userId))?.mobile).toBe(mobile)
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
  })

  it('happy: the last address is unbound with the tick, and the username and password still sign in', async () => {
    const { client, userId, email, password } = await world.registerEmail()
    const unbound = await client.unbindPlatform({ platform: 'email', without_address: 1 })
    expect(unbound).toMatchObject({ ok: true, data: { done: true } })
    const username = await usernameOf(userId)
    expect(await world.person().passwordLogin({ username, password })).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ email, password })).toMatchObject({ code: 'wrong_credentials' })
  })

  it('security: an address that is about to be removed does not count as a remaining address', async () => {
    const { client, userId, mobile } = await world.registerBoth()
    // Old proofs: one factor is left to prove, so the removal waits.
    world.passMinutes(20)
    await proveFactor(world, client, 'mobile', mobile)
    expect(await client.unbindPlatform({ platform: 'mobile', wait: 1 })).toMatchObject({ data: { done: false } })
    expect(await client.unbindPlatform({ platform: 'email', wait: 1 })).toMatchObject({ code: 'last_address' })
    expect(await client.unbindPlatform({ platform: 'email', wait: 1, without_address: 1 })).toMatchObject({ ok: true })
    expect(await world.storage.pendingChanges.of(userId)).toHaveLength(2)
  })

  it('error: reporting the last address as lost needs the tick too, and a refusal keeps the ticket', async () => {
    const { mobile, userId } = await world.registerMobile()
    const visitor = world.person()
    const ticket = await provenBy['a password'](world, mobile)
    const username = await usernameOf(userId)
    expect(await visitor.unusableMobileCheck({ ticket })).toMatchObject({ data: { username_left: username } })
    expect(await visitor.unbindUnusableMobile({ ticket })).toMatchObject({ code: 'last_address', data: { username } })
    expect(await visitor.unbindUnusableMobile({ ticket, without_address: 1 })).toMatchObject({ data: { done: false } })
  })
})
