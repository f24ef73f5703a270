import { expect, it } from 'vitest'
import { createAccount } from '#account-api/accounts/account/account'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { mobilePurpose } from '#contract/terms/purposes'
import { CookieJar } from '#contract/wire/cookie-jar'
import { resetBy } from '#tests/account-api/addresses/binding/bindings'
import { codeOf, describeWorldsWith, drawnOnce, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'
import { copyOf, elsewhere, inParallel, type Typed, times, type, wrong } from './guesses'

describeWorldsWith({ drawPuzzle: drawnOnce() })('guessing one account on $name', (world) => {
  /** Guesses from one address after the other until each is refused, with solved captchas. Answers how many were judged. */
  const attack = async (typed: Omit<Typed, 'password'>, addresses: number) => {
    const codes = []
    for (const _ of times(addresses)) {
      const address = elsewhere()
      for (const _try of times(10)) {
        const code = codeOf(await type(world, { ...typed, password: wrong }, address))
        codes.push(code)
        if (code === 'password_locked') break
      }
    }
    return codes.filter((code) => code === 'wrong_credentials').length
  }

  it('security: from 25 addresses with solved captchas, 20 guesses at one account are checked, and no more', async () => {
    const { mobile, client, password } = await world.registerMobile()
    expect(await attack({ mobile }, 25)).toBe(20)
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
    expect(await client.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  })

  it('security: 40 guesses a day are checked from all addresses together, and no more', async () => {
    const { mobile } = await world.registerMobile()
    let judged = 0
    for (const _hour of times(24)) {
      judged += await attack({ mobile }, 2)
      world.passMinutes(60)
    }
    expect(judged).toBeGreaterThan(35)
    expect(judged).toBeLessThanOrEqual(40)
  })

  it('security: at most 20 of 60 concurrent guesses from 60 addresses are checked', async () => {
    const { mobile, password } = await world.registerMobile()
    const guess = () => type(world, { mobile, password: wrong })
    const codes = (await Promise.all(times(60).map(guess))).map(codeOf)
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(20)
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
  })

  it('security: on an unknown browser a code and a reset still work under attack', async () => {
    const { mobile } = await world.registerMobile()
    await attack({ mobile }, 4)
    const owner = world.person({ address: elsewhere() })
    const password = 'a lantern on the pier'
    expect(await resetBy(world, mobile, password, owner)).toMatchObject({ ok: true })
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    world.passMinutes(2)
    const login = { mobile, code: await world.codeFor(mobile, mobilePurpose.login, owner) }
    expect(await owner.smsLogin(login)).toMatchObject({ ok: true })
  })

  it('security: the owner at a client address of an earlier sign-in can sign in without the cookie', async () => {
    const { mobile, password } = await world.registerMobile()
    const home = elsewhere()
    await type(world, { mobile, password }, home)
    await attack({ mobile }, 4)
    // A wrong password there gets the usual answer.
    expect(codeOf(await type(world, { mobile, password: wrong }, home))).toBe('password_locked')
    expect(codeOf(await type(world, { mobile, password }, home))).toBe('ok')
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
  })

  it('security: a thief with a copied known-browser cookie has ten guesses, and none for another account', async () => {
    const [ann, bob] = [await world.registerMobile(), await world.registerMobile()]
    const thief = copyOf(ann.jar)
    const codes = []
    for (const _ of times(14))
      codes.push(codeOf(await type(world, { mobile: ann.mobile, password: wrong }, elsewhere(), thief)))
    expect(codes).toEqual([...times(10).map(() => 'wrong_credentials'), ...times(4).map(() => 'password_locked')])
    await attack({ mobile: bob.mobile }, 4)
    const atBob = { mobile: bob.mobile, password: bob.password }
    expect(codeOf(await type(world, atBob, elsewhere(), thief))).toBe('password_locked')
    // The owner signs in with a code. The browser gets a new token, and the copy ends.
    await ann.client.sendCode({ mobile: ann.mobile, type: mobilePurpose.login })
    await ann.client.smsLogin({ mobile: ann.mobile, code: await world.codeTo(ann.mobile) })
    expect(await ann.client.passwordLogin({ mobile: ann.mobile, password: ann.password })).toMatchObject({ ok: true })
    world.passMinutes(15)
    await attack({ mobile: ann.mobile }, 4)
    const right = { mobile: ann.mobile, password: ann.password }
    expect(codeOf(await type(world, right, elsewhere(), thief))).toBe('password_locked')
  })

  it('security: 38 guesses a day are checked with a copied known-browser cookie, and no more', async () => {
    const { mobile, jar } = await world.registerMobile()
    let judged = 0
    for (const _quarter of times(96)) {
      for (const _try of times(11)) {
        const answer = await type(world, { mobile, password: wrong }, elsewhere(), copyOf(jar))
        if (codeOf(answer) !== 'wrong_credentials') break
        judged++
      }
      world.passMinutes(15)
    }
    expect(judged).toBeGreaterThan(34)
    expect(judged).toBeLessThanOrEqual(38)
  })

  it('security: alternating guesses by username, mobile and email share one limit, and reveal no link', async () => {
    const known = await world.registerBoth()
    const { username } = await world.profileOf(known.userId)
    const right = [{ username }, { mobile: known.mobile }, { email: known.email }]
    const unknown = [
      { username: 'nobody-has-this' },
      { mobile: freshMobile() },
      { email: 'nobody-has-this@example.com' },
    ]
    const guess = async (identifiers: Omit<Typed, 'password'>[]) => {
      const codes = []
      for (const index of times(30))
        codes.push(codeOf(await type(world, { ...identifiers[index % 3], password: wrong })))
      return codes
    }
    expect(await guess(right)).toEqual(await guess(unknown))
    for (const identifier of right)
      expect(codeOf(await type(world, { ...identifier, password: known.password }))).toBe('wrong_credentials')
    const { mobile, password } = known
    expect(await known.client.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  })

  it('security: an unknown identifier is locked like a known one, in the same words', async () => {
    const { mobile } = await world.registerMobile()
    const answersTo = async (to: string) => {
      const answers = []
      for (const _ of times(23)) {
        const answer = await type(world, { mobile: to, password: wrong })
        answers.push({ ...answer, logId: '', data: Object.keys(answer.data) })
      }
      return answers
    }
    const [known, unknown] = [await answersTo(mobile), await answersTo(freshMobile())]
    expect(known[20]).toMatchObject({ code: 'password_locked' })
    expect(unknown).toEqual(known)
  })

  it('security: after ten wrong passwords the addresses learn of a sign-in elsewhere, once, and how to undo it', async () => {
    const { mobile, email, password, client, jar } = await world.registerBoth()
    for (const _ of times(9)) await type(world, { mobile, password: wrong })
    const before = await world.messagesTo(email)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    expect(await world.messagesTo(email)).toBe(before)
    await type(world, { email, password: wrong })
    // A known browser is the owner's.
    expect(await world.person({ jar: copyOf(jar) }).passwordLogin({ mobile, password })).toMatchObject({ ok: true })
    expect(await world.messagesTo(email)).toBe(before)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    const told = { purpose: 'signed_in_after_failures', body: expect.stringContaining('after 10 wrong') }
    for (const address of [mobile, email]) expect(await world.toldLast(address)).toMatchObject(told)
    const afterwards = await world.messagesTo(email)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    expect(await world.messagesTo(email)).toBe(afterwards)
    const ticket = await world.linkTicketTo(email)
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })
})

describeWorldsWith({ drawPuzzle: drawnOnce() })('guessing many accounts on $name', (world) => {
  const people = async (count: number): Promise<string[]> => {
    const passwordHash = await hashPassword(world.deployment.peppers, goodPassword)
    const mobiles = times(count).map(freshMobile)
    await inParallel(mobiles, (mobile) =>
      world.storage.transaction((stores) =>
        createAccount(stores, { identifiers: [{ kind: 'mobile', value: mobile }], passwordHash, language: 'en' }),
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
