import { expect, it } from 'vitest'
import { createAccount } from '#account-api/accounts/account/account'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { CookieJar } from '#contract/wire/cookie-jar'
import { codeOf, describeWorldsWith, drawnOnce, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'
import { copyOf, elsewhere, inParallel, times, type, wrong } from './guesses'

describeWorldsWith({ drawPuzzle: drawnOnce() })('guessing many accounts on $name', (world) => {
  const people = async (count: number): Promise<string[]> => {
    const passwordHash = await hashPassword(world.deployment.peppers, goodPassword)
    const mobiles = times(count).map(freshMobile)
    await inParallel(mobiles, (mobile) =>
      world.storage.transaction((stores) =>
        createAccount(stores, {
          identifiers: [{ kind: 'mobile', value: mobile }],
          passwordHash,
          language: 'en',
        }),
      ),
    )
    return mobiles
  }

  it('happy: 500 people behind one IPv4 address sign in, a hundred of them after a wrong password', async () => {
    const mobiles = await people(500)
    const school = elsewhere()
    const entered = await inParallel(
      mobiles.map((mobile, index) => ({ mobile, mistypes: index >= 400 })),
      async ({ mobile, mistypes }) => {
        const jar = new CookieJar()
        if (mistypes) await type(world, { mobile, password: wrong }, school, jar)
        return codeOf(await type(world, { mobile, password: goodPassword }, school, jar))
      },
    )
    expect(new Set(entered)).toEqual(new Set(['ok']))
  })

  it('security: 150 guesses from one address at 400 accounts are checked, and no more', async () => {
    const address = elsewhere()
    const codes = await inParallel(times(400), async () =>
      codeOf(await type(world, { mobile: freshMobile(), password: wrong }, address)),
    )
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(151)
    expect(codes.slice(-100)).toEqual(times(100).map(() => 'password_locked'))
  })

  it('security: 300 guesses from a /48 at 500 accounts are checked, and no more, each from a different /64', async () => {
    const codes = await inParallel(times(500), async (index) =>
      codeOf(await type(world, { mobile: freshMobile(), password: wrong }, `2001:db8:77:${index.toString(16)}::1`)),
    )
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(302)
    expect(codes.slice(-100)).toEqual(times(100).map(() => 'password_locked'))
  })

  it('security: a botnet of 500 addresses against 500 accounts triggers the brake, and a known browser can still sign in', async () => {
    world.passMinutes(180)
    const { mobile, password, jar } = await world.registerMobile()
    const codes = await inParallel(times(500), async () =>
      codeOf(await world.person({ address: elsewhere() }).passwordLogin({ mobile: freshMobile(), password: wrong })),
    )
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(310)
    expect(codes.slice(-100)).toEqual(times(100).map(() => 'captcha_required'))
    const known = world.person({ address: elsewhere(), jar: copyOf(jar) })
    expect(await known.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
    const unknown = world.person({ address: elsewhere() })
    expect(await unknown.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    world.passMinutes(120)
    const later = world.person({ address: elsewhere() })
    expect(await later.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  })
})
