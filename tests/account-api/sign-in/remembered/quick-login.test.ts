import { expect, it } from 'vitest'
import { CookieJar } from '#contract/wire/cookie-jar'
import { cancelByMobile, endElsewhere, maskedMobile } from '#tests/account-api/addresses/binding/bindings'
import { codeFor, hostApp, scheme } from '#tests/account-api/sign-in/host-app/app-codes'
import { atOnce, dataOf, describeWorlds, isSignedIn, refusalIn, ticketIn } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { otherThan } from '#tests/fixtures/messages/post-office'

const over = { ok: false, code: 'remembered_over' }
const dayMinutes = 24 * 60

describeWorlds('a remembered account on $name', (world) => {
  /** A person who is remembered in their browser, where they have signed out. */
  const remembered = async () => {
    const person = await world.registerMobile()
    const kept = dataOf(await person.client.rememberAccount({}))
    await person.client.logout({})
    return { ...person, token: kept.device_token, masked: kept.masked }
  }
  type Remembered = Awaited<ReturnType<typeof remembered>>

  /** The same browser, or a thief's with a copy of all its cookies. */
  const copyOf = ({ jar }: Pick<Remembered, 'jar'>) => {
    const copy = new CookieJar(jar.toJSON())
    return { jar: copy, client: world.person({ jar: copy }) }
  }

  const tap = async ({ client, token }: Pick<Remembered, 'client' | 'token'>) =>
    dataOf(await client.quickLogin({ device_token: token })).remembered.device_token

  const rowsOf = async ({ userId }: Pick<Remembered, 'userId'>) =>
    ((await everyRow(world.place)).remembered_accounts ?? []).filter(({ account_id }) => account_id === userId)

  it('happy: a remembered device signs in without a password, gets a new token each time, and shows masked addresses', async () => {
    const ann = await remembered()
    expect(ann.masked).toBe(maskedMobile(ann.mobile))
    const second = await tap(ann)
    expect(second).not.toBe(ann.token)
    expect(await isSignedIn(ann.client)).toBe(true)
    await ann.client.logout({})
    expect(await tap({ ...ann, token: second })).not.toBe(second)
    expect((await world.activityOf(ann.userId))[0]).toEqual(['signed_in', 'quick'])
    dataOf(await ann.client.accountSet({ name: 'Ann' }))
    expect(dataOf(await ann.client.rememberAccount({}))).toMatchObject({ name: 'Ann', avatar: null })
  })

  it('happy: ten concurrent clicks each sign in, and count as one use', async () => {
    const ann = await remembered()
    const [next = '', ...others] = new Set(await atOnce(10, () => tap({ ...copyOf(ann), token: ann.token })))
    expect(others).toEqual([])
    await tap({ ...ann, token: next })
  })

  it('happy: if the last proof is 30 days old, a code is required once and proves the mobile, and a wrong code counts as a try', async () => {
    const ann = await remembered()
    world.passMinutes(31 * dayMinutes)
    const needed = refusalIn(await ann.client.quickLogin({ device_token: ann.token }), 'code_needed')
    expect(needed).toMatchObject({ way: 'mobile', masked: maskedMobile(ann.mobile) })
    const { sms_code_key } = needed
    const code = await world.codeTo(ann.mobile)
    const type = (typed: string) => ann.client.quickLogin({ device_token: ann.token, code: typed, sms_code_key })
    expect(await type(otherThan(code))).toMatchObject({ code: 'code_wrong', data: { tries_left: 4 } })
    const entered = dataOf(await type(code))
    // A sensitive call needs no second verification now.
    expect(await ann.client.accountInfo({ need_plaintext: 1 })).toMatchObject({ ok: true })
    await ann.client.logout({})
    await tap({ ...ann, token: entered.remembered.device_token })
  })

  it('happy: a cancelled account is restored after a code, and a tap alone does not show that it is cancelled', async () => {
    const ann = await remembered()
    await ann.client.accountLoginV2({ account: ann.mobile, password: ann.password })
    await cancelByMobile(world, ann)
    world.passMinutes(2)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject({ code: 'code_needed' })
    const typed = { device_token: ann.token, code: await world.codeTo(ann.mobile), need_frozen_user: 1 } as const
    const offered = await ann.client.quickLogin(typed)
    expect(await isSignedIn(ann.client)).toBe(false)
    expect(await ann.client.undoCancellation({ ticket: ticketIn(offered) })).toMatchObject({ ok: true })
  })

  it('happy: a device forgets an account 90 days after its last use', async () => {
    const ann = await remembered()
    world.passMinutes(90 * dayMinutes)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
  })

  it('happy: kick_other ends the other sessions and devices, and keeps this one', async () => {
    const ann = await remembered()
    const elsewhere = await world.secondSession(ann)
    const entered = dataOf(await ann.client.quickLogin({ device_token: ann.token, kick_other: 1 }))
    expect(await isSignedIn(elsewhere)).toBe(false)
    await ann.client.logout({})
    await tap({ ...ann, token: entered.remembered.device_token })
  })

  it('happy: ten devices remember an account, and an eleventh replaces the least recently used', async () => {
    const ann = await remembered()
    const other = await world.secondSession(ann)
    world.passMinutes(1)
    for (let count = 0; count < 10; count += 1) expect(await other.rememberAccount({})).toMatchObject({ ok: true })
    expect(await rowsOf(ann)).toHaveLength(10)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
  })

  it('security: a copied token is detected by its second use, which ends both copies, and the person is notified', async () => {
    const ann = await remembered()
    const thief = copyOf(ann)
    const stolen = await tap({ ...thief, token: ann.token })
    world.passMinutes(1)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
    expect(await isSignedIn(thief.client)).toBe(false)
    expect(await thief.client.quickLogin({ device_token: stolen })).toMatchObject(over)
    expect(await rowsOf(ann)).toEqual([])
    expect(await world.toldLast(ann.mobile)).toMatchObject({ purpose: 'remembered_copied' })
    expect((await world.activityOf(ann.userId))[0]?.[0]).toBe('remembered_copied')
  })

  it('security: a session that a thief passed to a host app ends, too', async () => {
    const ann = await remembered()
    const [thief, app] = [copyOf(ann), { client: world.person() }]
    await tap({ ...thief, token: ann.token })
    const { asked, code_verifier } = hostApp()
    const { code } = await codeFor(thief.client, asked)
    expect(await app.client.exchangeAppCode({ scheme, code, code_verifier })).toMatchObject({ ok: true })
    world.passMinutes(1)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
    expect(await isSignedIn(app.client)).toBe(false)
  })

  it('security: a token that is many uses old ends both copies, too', async () => {
    const ann = await remembered()
    const thief = copyOf(ann)
    let token = ann.token
    for (let count = 0; count < 3; count += 1) token = await tap({ ...ann, token })
    expect(await thief.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
    expect(await ann.client.quickLogin({ device_token: token })).toMatchObject(over)
  })

  it('security: 20 concurrent uses on other devices neither sign in nor end anything', async () => {
    const ann = await remembered()
    const next = await tap(ann)
    const answers = await atOnce(20, () => world.person().quickLogin({ device_token: ann.token }))
    for (const answer of answers) expect(answer).toMatchObject({ code: 'remembered_just_used' })
    await tap({ ...ann, token: next })
  })

  it('security: a second click does not restart the 30 seconds', async () => {
    const ann = await remembered()
    await tap(ann)
    world.passMinutes(0.4)
    await tap(ann)
    world.passMinutes(0.4)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
  })

  it('security: a thief who copies a browser and clicks within seconds of its owner is detected at the next use', async () => {
    const ann = await remembered()
    const thief = copyOf(ann)
    const next = await tap(ann)
    expect(await tap({ ...thief, token: ann.token })).toBe(next)
    await tap({ ...thief, token: next })
    world.passMinutes(1)
    expect(await ann.client.quickLogin({ device_token: next })).toMatchObject(over)
    expect(await isSignedIn(thief.client)).toBe(false)
  })

  it('security: ending its session from elsewhere makes a device forget the account', async () => {
    const ann = await remembered()
    const token = await tap(ann)
    expect(await endElsewhere(ann.client, await world.secondSession(ann))).toMatchObject({ ok: true })
    expect(await ann.client.quickLogin({ device_token: token })).toMatchObject(over)
  })

  it('security: a device token cannot be chosen, or taken over for another account', async () => {
    const [ann, eve] = [await remembered(), await world.registerMobile()]
    const kept = dataOf(await eve.client.rememberAccount({ device_token: ann.token }))
    const [family] = kept.device_token.split('.')
    expect(family).not.toBe(ann.token.split('.')[0])
    await tap(ann)
  })

  it('security: invented and forgotten tokens get the same answer', async () => {
    const ann = await remembered()
    const madeUp = `${'a'.repeat(22)}.${'b'.repeat(22)}`
    expect(await ann.client.quickLogin({ device_token: madeUp })).toMatchObject(over)
    expect(await ann.client.forgetAccount({ device_token: madeUp })).toMatchObject({ ok: true })
    expect(await ann.client.forgetAccount({ device_token: ann.token })).toMatchObject({ ok: true })
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
  })

  it('security: the database stores only hashes, and the log contains no token', async () => {
    const ann = await remembered()
    const second = await tap(ann)
    const rows = JSON.stringify(await rowsOf(ann))
    for (const part of [...ann.token.split('.'), ...second.split('.')]) {
      expect(rows).not.toContain(part)
      expect(world.logged()).not.toContain(part)
    }
  })

  it('happy: remembered devices are listed and ended one by one, only by their account', async () => {
    const [ann, eve] = [await remembered(), await world.registerMobile()]
    await ann.client.accountLoginV2({ account: ann.mobile, password: ann.password })
    const listed = dataOf(await ann.client.listRememberedDevices({}))
    expect(listed.devices).toHaveLength(1)
    const device_id = listed.devices[0]?.device_id ?? ''
    const none = { ok: false, code: 'no_such_device' }
    expect(await eve.client.endRememberedDevice({ device_id })).toMatchObject(none)
    expect(await ann.client.endRememberedDevice({ device_id })).toMatchObject({ ok: true })
    expect(await ann.client.endRememberedDevice({ device_id })).toMatchObject(none)
    expect(await ann.client.quickLogin({ device_token: ann.token })).toMatchObject(over)
    // Remembering the account again replaces the entry of the device.
    const { device_token } = dataOf(await ann.client.rememberAccount({}))
    expect(await ann.client.rememberAccount({ device_token })).toMatchObject({ ok: true })
    expect(await rowsOf(ann)).toHaveLength(1)
  })
})
