import { expect, it, vi } from 'vitest'
import { knownBrowserOf } from '#account-api/accounts/browsers/known-browser'
import type { Client } from '#contract/client'
import { CookieJar } from '#contract/wire/cookie-jar'
import { knownBrowserCookie } from '#contract/wire/headers'
import { endElsewhere, resetBy } from '#tests/account-api/addresses/binding/bindings'
import { disown } from '#tests/account-api/worlds/attacks'
import { dataOf, describeWorlds, goodPassword, type World } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'

const dayMinutes = 24 * 60

const tokensIn = (jar: CookieJar): string[] => (jar.get(knownBrowserCookie) ?? '').split('.').filter(Boolean)

describeWorlds('known browsers on $name', (world) => {
  const isKnown = async (jar: CookieJar, accountId: string | undefined): Promise<boolean> =>
    (await knownBrowserOf(world.storage, { accountId, tokens: tokensIn(jar) })) !== undefined

  const knownIn = (jars: CookieJar[], accountId: string) => Promise.all(jars.map((jar) => isKnown(jar, accountId)))

  const signIn = async (mobile: string, jar = new CookieJar()) => {
    const client = world.person({ jar })
    dataOf(await client.accountLoginV2({ account: mobile, password: goodPassword }))
    return { jar, client }
  }

  const rowsOf = (accountId: string) =>
    lookInto(world.place, `select * from known_browsers where account_id = '${accountId}'`)

  it('happy: a browser is known for 400 days after its last sign-in', async () => {
    const ann = await world.registerMobile()
    world.passMinutes(399 * dayMinutes)
    expect(await isKnown(ann.jar, ann.userId)).toBe(true)
    world.passMinutes(dayMinutes)
    expect(await isKnown(ann.jar, ann.userId)).toBe(false)
  })

  it('happy: the cookie lasts 400 days, no script can read it, and the database stores no token in plain text', async () => {
    const { mobile, userId } = await world.registerMobile()
    const jar = new CookieJar()
    const store = vi.spyOn(jar, 'store')
    await signIn(mobile, jar)
    const cookies = store.mock.calls.flatMap(([headers]) => headers)
    expect(cookies.find((each) => each.startsWith(knownBrowserCookie))).toMatch(
      /^passport_known_browser=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(JSON.stringify(await rowsOf(userId))).not.toContain(tokensIn(jar)[0])
  })

  it('happy: an account forgets the oldest of more than 20 browsers, and a browser the oldest of more than 20 accounts', async () => {
    const ann = await world.registerMobile()
    const jars = [ann.jar]
    for (let count = 0; count < 20; count++) {
      world.passMinutes(1)
      jars.push((await signIn(ann.mobile)).jar)
    }
    const others = Array.from({ length: 20 }, () => true)
    expect(await knownIn(jars, ann.userId)).toEqual([false, ...others])
    expect(await rowsOf(ann.userId)).toHaveLength(20)
    const people = [ann]
    for (let count = 0; count < 20; count++) people.push(await world.registerMobile())
    const jar = new CookieJar()
    for (const { mobile } of people) await signIn(mobile, jar)
    expect(await Promise.all(people.map(({ userId }) => isKnown(jar, userId)))).toEqual([false, ...others])
  })

  it('error: a double click on sign-in keeps the browser known', async () => {
    const [ann, bob] = [await world.registerMobile(), await world.registerMobile()]
    const { jar } = await signIn(ann.mobile)
    await signIn(bob.mobile, jar)
    const copies = [new CookieJar(jar.toJSON()), new CookieJar(jar.toJSON())]
    await Promise.all(copies.map((copy) => signIn(ann.mobile, copy)))
    for (const copy of copies)
      expect([await isKnown(copy, ann.userId), await isKnown(copy, bob.userId)]).toEqual([true, true])
  })

  it('error: a browser that missed the answer to its sign-in is recognised by its older token for ten minutes', async () => {
    const ann = await world.registerMobile()
    const before = new CookieJar(ann.jar.toJSON())
    await signIn(ann.mobile, ann.jar)
    world.passMinutes(9)
    expect(await isKnown(before, ann.userId)).toBe(true)
    world.passMinutes(1)
    expect(await isKnown(before, ann.userId)).toBe(false)
    expect(await isKnown(ann.jar, ann.userId)).toBe(true)
  })

  it('security: a copied cookie is useless for another account', async () => {
    const [ann, bob] = [await world.registerMobile(), await world.registerMobile()]
    const copy = new CookieJar({ [knownBrowserCookie]: ann.jar.get(knownBrowserCookie) ?? '' })
    expect(await isKnown(copy, ann.userId)).toBe(true)
    expect(await isKnown(copy, bob.userId)).toBe(false)
    expect(await isKnown(copy, undefined)).toBe(false)
    expect(await world.person({ jar: copy }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: a made-up token is useless, and a sign-in does not adopt it', async () => {
    const ann = await world.registerMobile()
    const made = 'A'.repeat(22)
    const jar = new CookieJar({ [knownBrowserCookie]: `${made}.${'b'.repeat(500)}.%00.${made}` })
    expect(await isKnown(jar, ann.userId)).toBe(false)
    await signIn(ann.mobile, jar)
    expect(tokensIn(jar)).toHaveLength(1)
    expect(tokensIn(jar)).not.toContain(made)
    expect(await isKnown(jar, ann.userId)).toBe(true)
  })

  it('security: tokens that a thief left in a shared browser give no access to the next person’s account', async () => {
    const [thief, ann] = [await world.registerMobile(), await world.registerMobile()]
    const shared = (await signIn(thief.mobile)).jar
    const copy = new CookieJar(shared.toJSON())
    await signIn(ann.mobile, shared)
    expect(await isKnown(shared, ann.userId)).toBe(true)
    expect(await isKnown(copy, ann.userId)).toBe(false)
  })

  type Ann = Awaited<ReturnType<World['registerBoth']>>
  const another = 'a bridge in the fog'
  const changePassword = ({ client }: Ann) =>
    client.updatePassword({ current_password: goodPassword, password: another })

  /**
   * How Ann, or her third browser, which is signed out, makes the account forget the others, and which of three stays.
   */
  it.each<[end: string, stays: number | undefined, act: (ann: Ann, third: Client) => Promise<unknown>]>([
    ['signing out everywhere', undefined, ({ client }) => client.logout({ all: 1 })],
    ['ending the other sessions', 0, ({ client }) => client.endOtherSessions({})],
    [
      'a sign-in that ends the other sessions',
      2,
      ({ mobile }, third) => third.accountLoginV2({ account: mobile, password: goodPassword, kick_other: 1 }),
    ],
    ['a password reset', 2, ({ mobile }, third) => resetBy(world, mobile, another, third)],
    ['a changed password', 0, changePassword],
    ['“not me”', undefined, (ann) => changePassword(ann).then(() => disown(world, ann.email))],
  ])(
    'security: %s forgets the other browsers and what they remember, even those without a session',
    async (_end, stays, act) => {
      const ann = await world.registerBoth()
      const [second, third] = [await signIn(ann.mobile), await signIn(ann.mobile)]
      const browsers = [ann.client, second.client, third.client]
      const tokens = await Promise.all(
        browsers.map(async (each) => dataOf(await each.rememberAccount({})).device_token),
      )
      await third.client.logout({})
      const jars = [ann.jar, second.jar, third.jar]
      // A registration and a sign-in make a browser known, even after the sign-out.
      expect(await knownIn(jars, ann.userId)).toEqual([true, true, true])
      await act(ann, third.client)
      expect(await knownIn(jars, ann.userId)).toEqual(jars.map((_jar, index) => index === stays))
      if (stays === undefined) expect(await rowsOf(ann.userId)).toEqual([])
      for (const [index, device_token] of tokens.entries())
        expect([index, await browsers[index]?.quickLogin({ device_token })]).toMatchObject([
          index,
          { code: 'remembered_over' },
        ])
    },
  )

  it('security: ending one session from elsewhere forgets only its browser', async () => {
    const ann = await world.registerMobile()
    const [one, two] = [await signIn(ann.mobile), await signIn(ann.mobile)]
    await endElsewhere(one.client, ann.client)
    expect(await knownIn([ann.jar, one.jar, two.jar], ann.userId)).toEqual([true, false, true])
  })

  it('security: a sign-in during a sign-out everywhere leaves no browser without a session known', async () => {
    for (let round = 0; round < 10; round++) {
      const ann = await world.registerMobile()
      const jar = new CookieJar()
      const entering = world.person({ jar }).accountLoginV2({ account: ann.mobile, password: goodPassword })
      const leaving = ann.client.logout({ all: 1 })
      await Promise.all([entering, leaving])
      const isSignedIn = (await world.person({ jar }).accountInfo({})).ok
      expect(await isKnown(jar, ann.userId)).toBe(isSignedIn)
    }
  })
})
