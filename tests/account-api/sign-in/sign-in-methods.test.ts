import { expect, it } from 'vitest'
import { isLastSignInMethod, signInMethodsOf } from '#account-api/accounts/methods/kinds'
import { claimEmail } from '#tests/account-api/addresses/binding/bindings'
import { atOnce, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'

describeWorlds('sign-in methods on $name', (world) => {
  it('happy: a mobile, a proven email, a password and each third-party identity are sign-in methods', async () => {
    const { userId, mobile } = await world.registerMobile()
    const at = world.deployment.now()
    await world.storage.accounts.bind({ kind: 'email', value: freshEmail(), accountId: userId, at })
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const account = await world.profileOf(userId)
    const platforms = await world.storage.platforms.of(userId)
    expect(signInMethodsOf(account, platforms)).toEqual(['mobile', 'email', 'password', 'example'])
    expect(await isLastSignInMethod(world.storage, account, 'mobile')).toBe(false)
  })

  it('error: an unproven email is no sign-in method, so the password is the last one', async () => {
    const account = await world.profileOf((await claimEmail(world)).userId)
    expect(signInMethodsOf(account, [])).toEqual(['password'])
    expect(await isLastSignInMethod(world.storage, account, 'password')).toBe(true)
    expect(await isLastSignInMethod(world.storage, account, 'email')).toBe(false)
  })

  it('security: only the account that holds an identifier can unbind it, and only once', async () => {
    const { userId, mobile } = await world.registerMobile()
    const other = await world.registerMobile()
    const bound = { kind: 'mobile' as const, value: mobile }
    expect(await world.storage.accounts.unbind({ ...bound, accountId: other.userId })).toBe(false)
    const unbound = await atOnce(20, () => world.storage.accounts.unbind({ ...bound, accountId: userId }))
    expect(unbound.filter(Boolean)).toHaveLength(1)
  })

  it('security: transactions that lock the same accounts run one at a time, in whatever order they name them', async () => {
    const [one, other] = [await world.registerMobile(), await world.registerMobile()]
    let inside = 0
    let most = 0
    await atOnce(10, (turn) =>
      world.storage.transaction(async (stores) => {
        const ids = [one.userId, other.userId]
        await stores.accounts.lock(...(turn % 2 === 0 ? ids : ids.reverse()))
        inside++
        most = Math.max(most, inside)
        await stores.accounts.profile(one.userId)
        inside--
      }),
    )
    expect(most).toBe(1)
  })
})
