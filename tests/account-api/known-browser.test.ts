import { describe, expect, it } from 'vitest'
import { knownBrowserOf } from '../../account-api/domain/known-browser/known-browser'
import { CookieJar } from '../../contract/cookie-jar'
import { knownBrowserCookie } from '../../contract/headers'
import { mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { lookInto } from '../fixtures/look-into'
import { goodPassword, registerBoth, registerMobile, worldOn } from './world'

const dayMinutes = 24 * 60

const tokensIn = (jar: CookieJar): string[] => (jar.get(knownBrowserCookie) ?? '').split('.').filter(Boolean)

describe.each(databases)('known browsers on $name', (database) => {
  const world = worldOn(database)

  const isKnown = async (jar: CookieJar, accountId: string | undefined): Promise<boolean> =>
    (await knownBrowserOf(world.setting, world.storage, { accountId, tokens: tokensIn(jar) })) !== undefined

  const signIn = async (mobile: string, jar = new CookieJar()) => {
    const client = world.person({ jar })
    const answer = await client.accountLoginV2({ account: mobile, password: goodPassword })
    if (!answer.ok) throw new Error(`not signed in: ${answer.code}`)
    return { jar, client }
  }

  const rowsOf = (accountId: string) =>
    lookInto<{ token_hash: string; session_id: string }>(
      world.place,
      `select token_hash, session_id from known_browsers where account_id = '${accountId}'`,
    )

  it('happy: a registration and a sign-in make a browser known, and it stays so after the sign-out', async () => {
    const ann = await registerMobile(world)
    expect(await isKnown(ann.jar, ann.userId)).toBe(true)
    const there = await signIn(ann.mobile)
    expect(await isKnown(there.jar, ann.userId)).toBe(true)
    for (const { jar, client } of [ann, there]) {
      await client.logout({})
      expect(jar.get('passport_session')).toBeUndefined()
      expect(await isKnown(jar, ann.userId)).toBe(true)
    }
  })

  it('happy: several accounts know one browser', async () => {
    const [ann, bob] = [await registerMobile(world), await registerMobile(world)]
    const { jar } = await signIn(ann.mobile)
    await signIn(bob.mobile, jar)
    expect(tokensIn(jar)).toHaveLength(2)
    expect([await isKnown(jar, ann.userId), await isKnown(jar, bob.userId)]).toEqual([true, true])
  })

  it('happy: a browser is known for 400 days after its last sign-in, and then swept', async () => {
    const ann = await registerMobile(world)
    world.passMinutes(399 * dayMinutes)
    expect(await isKnown(ann.jar, ann.userId)).toBe(true)
    world.passMinutes(dayMinutes)
    expect(await isKnown(ann.jar, ann.userId)).toBe(false)
    expect(await rowsOf(ann.userId)).toHaveLength(1)
    await world.storage.sweep(world.setting.now())
    expect(await rowsOf(ann.userId)).toEqual([])
  })

  it('happy: the cookie lasts 400 days, and no script can read it', async () => {
    const { mobile } = await registerMobile(world)
    const setCookies: string[] = []
    const jar = new CookieJar()
    const store = jar.store.bind(jar)
    jar.store = (headers) => {
      setCookies.push(...headers)
      store(headers)
    }
    await world.person({ jar }).accountLoginV2({ account: mobile, password: goodPassword })
    const [cookie] = setCookies.filter((each) => each.startsWith(knownBrowserCookie))
    expect(cookie).toMatch(/^passport_known_browser=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('happy: of more than 20 browsers of an account, the oldest is forgotten', async () => {
    const ann = await registerMobile(world)
    const jars = [ann.jar]
    for (let count = 0; count < 20; count++) {
      world.passMinutes(1)
      jars.push((await signIn(ann.mobile)).jar)
    }
    const known = await Promise.all(jars.map((jar) => isKnown(jar, ann.userId)))
    expect(known).toEqual([false, ...Array.from({ length: 20 }, () => true)])
    expect(await rowsOf(ann.userId)).toHaveLength(20)
  })

  it('happy: of more than 20 accounts of a browser, the oldest is forgotten', async () => {
    const people = []
    for (let count = 0; count < 21; count++) people.push(await registerMobile(world))
    const jar = new CookieJar()
    for (const { mobile } of people) await signIn(mobile, jar)
    const known = await Promise.all(people.map(({ userId }) => isKnown(jar, userId)))
    expect(known).toEqual([false, ...Array.from({ length: 20 }, () => true)])
  })

  it('error: a double click on sign-in leaves the browser known', async () => {
    const [ann, bob] = [await registerMobile(world), await registerMobile(world)]
    const { jar } = await signIn(ann.mobile)
    await signIn(bob.mobile, jar)
    const copies = [new CookieJar(jar.toJSON()), new CookieJar(jar.toJSON())]
    await Promise.all(copies.map((copy) => signIn(ann.mobile, copy)))
    for (const copy of copies)
      expect([await isKnown(copy, ann.userId), await isKnown(copy, bob.userId)]).toEqual([true, true])
  })

  it('error: a browser that lost the answer of its sign-in is known by its older token for ten minutes', async () => {
    const ann = await registerMobile(world)
    const before = new CookieJar(ann.jar.toJSON())
    await signIn(ann.mobile, ann.jar)
    world.passMinutes(9)
    expect(await isKnown(before, ann.userId)).toBe(true)
    world.passMinutes(1)
    expect(await isKnown(before, ann.userId)).toBe(false)
    expect(await isKnown(ann.jar, ann.userId)).toBe(true)
  })

  it('security: the database holds no token', async () => {
    const ann = await registerMobile(world)
    const [row] = await rowsOf(ann.userId)
    expect(tokensIn(ann.jar)[0]).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(row)).not.toContain(tokensIn(ann.jar)[0])
  })

  it('security: a copied cookie is worth nothing for another account', async () => {
    const [ann, bob] = [await registerMobile(world), await registerMobile(world)]
    const copy = new CookieJar({ [knownBrowserCookie]: ann.jar.get(knownBrowserCookie) ?? '' })
    expect(await isKnown(copy, ann.userId)).toBe(true)
    expect(await isKnown(copy, bob.userId)).toBe(false)
    expect(await isKnown(copy, undefined)).toBe(false)
    expect(await world.person({ jar: copy }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: a made-up token is worth nothing, and a sign-in does not take it over', async () => {
    const ann = await registerMobile(world)
    const made = 'A'.repeat(22)
    const jar = new CookieJar({ [knownBrowserCookie]: `${made}.${'b'.repeat(500)}.%00.${made}` })
    expect(await isKnown(jar, ann.userId)).toBe(false)
    await signIn(ann.mobile, jar)
    expect(tokensIn(jar)).toHaveLength(1)
    expect(tokensIn(jar)).not.toContain(made)
    expect(await isKnown(jar, ann.userId)).toBe(true)
  })

  it('security: a thief who left their tokens in a shared browser gets nothing of the next person', async () => {
    const [thief, ann] = [await registerMobile(world), await registerMobile(world)]
    const shared = (await signIn(thief.mobile)).jar
    const copy = new CookieJar(shared.toJSON())
    await signIn(ann.mobile, shared)
    expect(await isKnown(shared, ann.userId)).toBe(true)
    expect(await isKnown(copy, ann.userId)).toBe(false)
  })

  it('security: signing out everywhere forgets every browser', async () => {
    const ann = await registerMobile(world)
    const there = await signIn(ann.mobile)
    await ann.client.logout({ all: 1 })
    expect([await isKnown(ann.jar, ann.userId), await isKnown(there.jar, ann.userId)]).toEqual([false, false])
  })

  it('security: ending the other sessions forgets the other browsers, also one without a session', async () => {
    const ann = await registerMobile(world)
    const [there, signedOut] = [await signIn(ann.mobile), await signIn(ann.mobile)]
    await signedOut.client.logout({})
    await ann.client.endOtherSessions({})
    const known = [ann, there, signedOut].map(({ jar }) => isKnown(jar, ann.userId))
    expect(await Promise.all(known)).toEqual([true, false, false])
  })

  it('security: a sign-in that ends the other sessions forgets the other browsers', async () => {
    const ann = await registerMobile(world)
    const jar = new CookieJar()
    await world.person({ jar }).accountLoginV2({ account: ann.mobile, password: goodPassword, kick_other: 1 })
    expect([await isKnown(ann.jar, ann.userId), await isKnown(jar, ann.userId)]).toEqual([false, true])
  })

  it('security: ending one session from elsewhere forgets its browser alone', async () => {
    const ann = await registerMobile(world)
    const [one, two] = [await signIn(ann.mobile), await signIn(ann.mobile)]
    const listed = await one.client.listSessions({})
    const present = listed.ok ? listed.data.sessions.find(({ is_current }) => is_current) : undefined
    await ann.client.endSession({ session_id: present?.session_id ?? '' })
    const known = [ann, one, two].map(({ jar }) => isKnown(jar, ann.userId))
    expect(await Promise.all(known)).toEqual([true, false, true])
  })

  it('security: a password reset forgets every browser but the one that did it', async () => {
    const ann = await registerMobile(world)
    const there = await signIn(ann.mobile)
    await there.client.logout({})
    const purpose = { mobile: ann.mobile, type: mobilePurpose.resetPassword }
    await there.client.sendCode(purpose)
    const code = await world.codeTo(ann.mobile)
    const reset = await there.client.resetPasswordByMobile({
      mobile: ann.mobile,
      code,
      password: 'a bridge in the fog',
    })
    expect(reset).toMatchObject({ ok: true })
    expect([await isKnown(ann.jar, ann.userId), await isKnown(there.jar, ann.userId)]).toEqual([false, true])
  })

  it('security: a changed password forgets every browser but the one that changed it', async () => {
    const ann = await registerMobile(world)
    const there = await signIn(ann.mobile)
    const changed = await ann.client.updatePassword({ current_password: goodPassword, password: 'a bridge in the fog' })
    expect(changed).toMatchObject({ ok: true })
    expect([await isKnown(ann.jar, ann.userId), await isKnown(there.jar, ann.userId)]).toEqual([true, false])
  })

  it('security: “not me” forgets every browser', async () => {
    const ann = await registerBoth(world)
    await ann.client.updatePassword({ current_password: goodPassword, password: 'a bridge in the fog' })
    const [told] = await world.storage.outbox.newest(ann.email, 1)
    const ticket = new URL(told?.link ?? '').searchParams.get('ticket') ?? ''
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect(await isKnown(ann.jar, ann.userId)).toBe(false)
    expect(await rowsOf(ann.userId)).toEqual([])
  })

  it('security: of a sign-in and a sign-out everywhere at once, no browser without a session stays known', async () => {
    for (let round = 0; round < 10; round++) {
      const ann = await registerMobile(world)
      const jar = new CookieJar()
      const entering = world.person({ jar }).accountLoginV2({ account: ann.mobile, password: goodPassword })
      const leaving = ann.client.logout({ all: 1 })
      await Promise.all([entering, leaving])
      const isSignedIn = (await world.person({ jar }).accountInfo({})).ok
      expect(await isKnown(jar, ann.userId)).toBe(isSignedIn)
    }
  })
})
