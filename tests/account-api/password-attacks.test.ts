import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../account-api/domain/account/account'
import { hashPassword } from '../../account-api/domain/password/hash'
import { CookieJar } from '../../contract/cookie-jar'
import { knownBrowserCookie } from '../../contract/headers'
import { mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import {
  freshEmail,
  freshMobile,
  goodPassword,
  openWorld,
  registerBoth,
  registerMobile,
  type World,
  worldOn,
} from './world'

type Typed = { mobile?: string; email?: string; username?: string; password: string }

const wrong = 'not this one'

let networks = 0

/** A client address in a network of its own. */
const elsewhere = (): string => {
  networks++
  return `11.${networks >> 8}.${networks & 255}.7`
}

/** Types a password, and solves the captcha if one is asked for, as a program of today does. */
const type = (world: World, typed: Typed, address = elsewhere(), jar = new CookieJar()) =>
  world.insist({ address, jar }, (client) => client.passwordLogin(typed))

const codeOf = (answer: { ok: true } | { ok: false; code: string }): string => (answer.ok ? 'ok' : answer.code)

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Runs the tasks, so many at a time. */
const inParallel = async <Task, Result>(
  tasks: Task[],
  run: (task: Task) => Promise<Result>,
  atOnce = 10,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let next = 0; next < tasks.length; next += atOnce)
    results.push(...(await Promise.all(tasks.slice(next, next + atOnce).map(run))))
  return results
}

const copyOf = (jar: CookieJar) => new CookieJar({ [knownBrowserCookie]: jar.get(knownBrowserCookie) ?? '' })

describe.each(databases)('guessing one account on $name', (database) => {
  const world = worldOn(database)

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

  it('security: one account from 25 addresses with solved captchas: 20 guesses are judged', async () => {
    const { mobile, client, password } = await registerMobile(world)
    expect(await attack({ mobile }, 25)).toBe(20)
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
    expect(await client.passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  })

  it('security: a day of guessing from everywhere brings 40 judged guesses', async () => {
    const { mobile } = await registerMobile(world)
    let judged = 0
    for (const _hour of times(24)) {
      judged += await attack({ mobile }, 2)
      world.passMinutes(60)
    }
    expect(judged).toBeGreaterThan(35)
    expect(judged).toBeLessThanOrEqual(40)
  })

  it('security: of 60 guesses at once from 60 addresses, at most 20 are judged', async () => {
    const { mobile, password } = await registerMobile(world)
    const guess = () => type(world, { mobile, password: wrong })
    const codes = (await Promise.all(times(60).map(guess))).map(codeOf)
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(20)
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
  })

  it('security: the owner signs in on the known browser, without a captcha, while the attack runs', async () => {
    const { mobile, jar, password } = await registerMobile(world)
    const known = copyOf(jar)
    const attacking = attack({ mobile }, 12)
    for (const _ of times(5)) {
      const signedIn = await world.person({ address: elsewhere(), jar: known }).passwordLogin({ mobile, password })
      expect(signedIn).toMatchObject({ ok: true })
      await world.person({ jar: known }).logout({})
    }
    expect(await attacking).toBeLessThanOrEqual(20)
    expect(await world.person({ jar: known }).passwordLogin({ mobile, password })).toMatchObject({ ok: true })
  })

  it('security: on an unknown browser a code and a reset still work under attack', async () => {
    const { mobile } = await registerMobile(world)
    await attack({ mobile }, 4)
    const owner = world.person({ address: elsewhere() })
    await owner.sendCode({ mobile, type: mobilePurpose.resetPassword })
    const password = 'a lantern on the pier'
    const code = await world.codeTo(mobile)
    expect(await owner.resetPasswordByMobile({ mobile, code, password })).toMatchObject({ ok: true })
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    world.passMinutes(2)
    await owner.sendCode({ mobile, type: mobilePurpose.login })
    expect(await owner.smsLogin({ mobile, code: await world.codeTo(mobile) })).toMatchObject({ ok: true })
  })

  it('security: the owner at a client address of an earlier sign-in gets in without the cookie', async () => {
    const { mobile, password } = await registerMobile(world)
    const home = elsewhere()
    await type(world, { mobile, password }, home)
    await attack({ mobile }, 4)
    // A wrong password there is told what every other one is told.
    expect(codeOf(await type(world, { mobile, password: wrong }, home))).toBe('password_locked')
    expect(codeOf(await type(world, { mobile, password }, home))).toBe('ok')
    expect(codeOf(await type(world, { mobile, password }))).toBe('password_locked')
  })

  it('security: a thief with a copied known-browser cookie has ten guesses, and none at another account', async () => {
    const [ann, bob] = [await registerMobile(world), await registerMobile(world)]
    const thief = copyOf(ann.jar)
    const codes = []
    for (const _ of times(14))
      codes.push(codeOf(await type(world, { mobile: ann.mobile, password: wrong }, elsewhere(), thief)))
    expect(codes).toEqual([...times(10).map(() => 'wrong_credentials'), ...times(4).map(() => 'password_locked')])
    await attack({ mobile: bob.mobile }, 4)
    const atBob = { mobile: bob.mobile, password: bob.password }
    expect(codeOf(await type(world, atBob, elsewhere(), thief))).toBe('password_locked')
    // The owner signs in with a code. The browser has a new token then, and the copy ends.
    await ann.client.sendCode({ mobile: ann.mobile, type: mobilePurpose.login })
    await ann.client.smsLogin({ mobile: ann.mobile, code: await world.codeTo(ann.mobile) })
    expect(await ann.client.passwordLogin({ mobile: ann.mobile, password: ann.password })).toMatchObject({ ok: true })
    world.passMinutes(15)
    await attack({ mobile: ann.mobile }, 4)
    const right = { mobile: ann.mobile, password: ann.password }
    expect(codeOf(await type(world, right, elsewhere(), thief))).toBe('password_locked')
  })

  it('security: a day with a copied known-browser cookie brings 38 guesses', async () => {
    const { mobile, jar } = await registerMobile(world)
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

  it('security: guessing by turns by username, mobile and email shares one bound, and links nothing', async () => {
    const known = await registerBoth(world)
    const info = await known.client.accountInfo({})
    const username = info.ok ? info.data.username : ''
    const right = [{ username }, { mobile: known.mobile }, { email: known.email }]
    const unknown = [{ username: 'nobody-has-this' }, { mobile: freshMobile() }, { email: freshEmail() }]
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
    const { mobile } = await registerMobile(world)
    const answersTo = async (typed: Omit<Typed, 'password'>) => {
      const answers = []
      for (const _ of times(23)) {
        const answer = await type(world, { ...typed, password: wrong })
        answers.push(answer.ok ? answer : { ...answer, logId: '' })
      }
      return answers
    }
    const [known, unknown] = [await answersTo({ mobile }), await answersTo({ mobile: freshMobile() })]
    expect(known.map(codeOf)).toEqual([
      ...times(20).map(() => 'wrong_credentials'),
      ...times(3).map(() => 'password_locked'),
    ])
    const withoutWait = (answers: typeof known) => answers.map((each) => ({ ...each, data: Object.keys(each.data) }))
    expect(withoutWait(unknown)).toEqual(withoutWait(known))
  })

  it('security: the addresses are told of a sign-in elsewhere after ten wrong passwords, and how to take it back', async () => {
    const { mobile, email, password, client, jar } = await registerBoth(world)
    for (const _ of times(9)) await type(world, { mobile, password: wrong })
    const before = await world.messagesTo(email)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    expect(await world.messagesTo(email)).toBe(before)
    await type(world, { email, password: wrong })
    // A known browser is the owner's.
    expect(await world.person({ jar: copyOf(jar) }).passwordLogin({ mobile, password })).toMatchObject({ ok: true })
    expect(await world.messagesTo(email)).toBe(before)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    for (const address of [mobile, email]) {
      const [told] = await world.storage.outbox.newest(address, 1)
      expect(told).toMatchObject({
        purpose: 'signed_in_after_failures',
        body: expect.stringContaining('after 10 wrong'),
      })
    }
    const [told] = await world.storage.outbox.newest(email, 1)
    const ticket = new URL(told?.link ?? '').searchParams.get('ticket') ?? ''
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('happy: wrong passwords are told once', async () => {
    const { mobile, password } = await registerMobile(world)
    for (const _ of times(10)) await type(world, { mobile, password: wrong })
    await type(world, { mobile, password })
    const told = await world.messagesTo(mobile)
    expect(codeOf(await type(world, { mobile, password }))).toBe('ok')
    expect(await world.messagesTo(mobile)).toBe(told)
  })
})

describe.each(databases)('guessing many accounts on $name', (database) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(database)
  })
  afterAll(() => world.close())

  /** Accounts with a mobile and the good password. */
  const people = async (count: number): Promise<string[]> => {
    const passwordHash = await hashPassword(world.setting.peppers, goodPassword)
    const mobiles = times(count).map(freshMobile)
    for (const mobile of mobiles)
      await world.storage.transaction((stores) =>
        createAccount(world.setting, stores, {
          identifiers: [{ kind: 'mobile', value: mobile }],
          passwordHash,
          language: 'en',
        }),
      )
    return mobiles
  }

  it('happy: 500 people behind one IPv4 sign in, a hundred of them with a wrong password before', async () => {
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

  it('security: one address against 1,000 accounts: 150 guesses are judged', async () => {
    const address = elsewhere()
    const codes = await inParallel(times(1000), async () =>
      codeOf(await type(world, { mobile: freshMobile(), password: wrong }, address)),
    )
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(151)
    expect(codes.slice(-100)).toEqual(times(100).map(() => 'password_locked'))
  })

  it('security: a /48 against 1,000 accounts, each try from a /64 of its own: 300 guesses are judged', async () => {
    const codes = await inParallel(times(1000), async (index) =>
      codeOf(await type(world, { mobile: freshMobile(), password: wrong }, `2001:db8:77:${index.toString(16)}::1`)),
    )
    expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(302)
    expect(codes.slice(-100)).toEqual(times(100).map(() => 'password_locked'))
  })

  it('security: a botnet of 1,000 addresses against 1,000 accounts trips the brake; a known browser passes it', async () => {
    world.passMinutes(180)
    const { mobile, password, jar } = await registerMobile(world)
    const codes = await inParallel(times(1000), async () =>
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
