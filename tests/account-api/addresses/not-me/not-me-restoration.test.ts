import { expect, it } from 'vitest'
import { noteChange } from '#account-api/accounts/changes/history'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { nowhere } from '#account-api/kernel/from'
import { emailCode, maskedMobile, proveFactor } from '#tests/account-api/addresses/binding/bindings'
import {
  changeAddress,
  changePassword,
  dueAfter,
  hours,
  methodsOf,
  ordersOf,
  press,
  settled,
  signInByCode,
  ticketsTo,
  ticketTo,
} from '#tests/account-api/worlds/attacks'
import { dataOf, describeWorlds, freshEmail, freshMobile, refused } from '#tests/account-api/worlds/worlds'

let openids = 0

describeWorlds('what “this was not me” restores, on $name', (world, { name: database }) => {
  /** Binds, replaces or removes a platform’s identity, and sends the messages. */
  const changePlatform = async (userId: string, becomes: string | null): Promise<void> => {
    const account = await world.profileOf(userId)
    const [binding] = await world.storage.platforms.of(userId)
    const change = becomes ? 'platform_bound' : 'platform_removed'
    await world.storage.transaction(async (stores) => {
      await stores.accounts.lock(userId)
      await noteChange(stores, { accountId: userId, change })
      if (binding) await stores.platforms.unbind(binding)
      const at = world.deployment.now()
      const identity = { platform: 'example', openid: becomes ?? '', name: 'Ann', accountId: userId, at }
      if (becomes) await stores.platforms.bind(identity)
      await recordAndTell(stores, { account, change, from: nowhere, detail: 'example' })
    })
  }

  /** What a thief can do to the sign-in methods. */
  const acts = {
    password: (userId: string) => changePassword(world, userId, `hash ${openids++}`),
    'no mobile': (userId: string) => changeAddress(world, userId, { kind: 'mobile' }),
    'another mobile': (userId: string) => changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() }),
    'no email': (userId: string) => changeAddress(world, userId, { kind: 'email' }),
    'another email': (userId: string) => changeAddress(world, userId, { kind: 'email', becomes: freshEmail() }),
    'no identity': (userId: string) => changePlatform(userId, null),
    'another identity': (userId: string) => changePlatform(userId, `openid ${openids++}`),
  } satisfies Record<string, (userId: string) => Promise<void>>

  const names = Object.keys(acts) as (keyof typeof acts)[]

  it('security: after any two changes by a thief, either old address restores everything, in any order of presses', async () => {
    const pairs = names.flatMap((first) => names.filter((name) => name !== first).map((second) => ({ first, second })))
    const orders = ordersOf(['mobile', 'email'] as const)
    // All pairs run the same statements.
    const step = database === 'SQLite' ? 1 : 7
    for (const [index, { first, second }] of pairs.entries()) {
      if (index % step > 0) continue
      // Each pair with one of the orders, and over all pairs every order with every act.
      const order = orders[index % orders.length] ?? []
      const older = index % 2 === 0 ? 'mobile' : 'email'
      const { mobile, email, userId } = await settled(world, { older, password: 'hash' })
      const openid = `openid ${openids++}`
      await changePlatform(userId, openid)
      world.passMinutes(5 * 24 * 60)
      await acts[first](userId)
      await acts[second](userId)
      const story = `${first}, ${second}; ${older} is older; ${order.join(' and ')} press`
      for (const kind of order) {
        // The first removed address got no message about the second act, and the first link is enough.
        const [, ticket = 'no link'] = await ticketsTo(world, kind === 'mobile' ? mobile : email)
        expect(await press(world, ticket), story).toMatchObject({ ok: true })
      }
      expect(await methodsOf(world, userId), story).toEqual({ mobile, email, openids: [openid], hasPassword: false })
    }
  })

  it('security: a restored address keeps its age, so it outranks the same addresses as before', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    const mobileNow = async () => (await world.storage.history.present(userId))?.mobile
    const boundAt = (await mobileNow())?.boundAt
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    await press(world, await ticketTo(world, email))
    expect(await mobileNow()).toEqual({ value: mobile, boundAt })
    // The address was removed and bound again by somebody: it has only come back.
    await changeAddress(world, userId, { kind: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: mobile })
    expect((await mobileNow())?.boundAt).not.toBe(boundAt)
    await press(world, await ticketTo(world, email))
    expect(await mobileNow()).toEqual({ value: mobile, boundAt })
  })

  it('security: a link undoes the 72 hours before its message, however late it is pressed', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
    world.passMinutes(48 * 60)
    await changeAddress(world, userId, { kind: 'mobile' })
    world.passMinutes(71 * 60)
    await world.storage.sweep(world.deployment.now())
    // The email was replaced five days ago, and the link in its message has expired.
    expect(await press(world, await ticketTo(world, mobile))).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a restored address stays when another address presses for a later change', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'email' })
    const first = await ticketTo(world, email)
    world.passMinutes(40 * 60)
    await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
    const later = await ticketTo(world, mobile)
    world.passMinutes(31 * 60)
    expect(await press(world, first)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
    world.passMinutes(2 * 60)
    expect(await press(world, later)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  /** The thief replaces the number. Its owner signs in with it, and so gets a new account. */
  const registeredAgain = async () => {
    const owner = await settled(world, { older: 'mobile' })
    await changeAddress(world, owner.userId, { kind: 'mobile', becomes: freshMobile() })
    const ticket = await ticketTo(world, owner.mobile)
    const client = await signInByCode(world, owner.mobile)
    const fresh = await world.storage.accounts.holderOf('mobile', owner.mobile)
    if (!fresh || fresh.id === owner.userId) throw new Error('no new account')
    return { ...owner, ticket, client, freshId: fresh.id }
  }

  it('happy: the number comes back from an account created with it alone, and that account is cancelled', async () => {
    const { mobile, userId, ticket, client, freshId } = await registeredAgain()
    const told = { puts_back: [maskedMobile(mobile)], elsewhere: [], ends_account: true }
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ data: told })
    expect(await press(world, ticket)).toMatchObject({ ok: true, data: { put_back: [maskedMobile(mobile)] } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect((await world.profileOf(freshId)).eraseAt).not.toBeNull()
    expect(await methodsOf(world, freshId)).toMatchObject({ mobile: null, email: null, hasPassword: false })
    const again = await signInByCode(world, mobile)
    expect(await again.accountInfo({})).toMatchObject({ data: { user_id: userId } })
  })

  it('security: the number comes back from an account that has another sign-in method, which stays', async () => {
    const { mobile, userId, ticket, client, freshId } = await registeredAgain()
    const email = freshEmail()
    await client.bindEmail({ email, code: await emailCode(world, client, email) })
    const told = { puts_back: [maskedMobile(mobile)], elsewhere: [], ends_account: false }
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ data: told })
    expect(await press(world, ticket)).toMatchObject({ ok: true, data: { put_back: [maskedMobile(mobile)] } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile })
    expect(await methodsOf(world, freshId)).toMatchObject({ mobile: null, email })
    expect((await world.profileOf(freshId)).eraseAt).toBeNull()
    // The session that began by the number has ended.
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: the link sent to another address cannot take the number back', async () => {
    const { mobile, email, userId, freshId } = await registeredAgain()
    const told = { put_back: [], elsewhere: [maskedMobile(mobile)] }
    expect(await press(world, await ticketTo(world, email))).toMatchObject({ data: told })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile: null, email })
    expect(await methodsOf(world, freshId)).toMatchObject({ mobile })
  })

  it('security: an account that is older than the change gives the number back, and gets its own again', async () => {
    const older = await world.registerMobileOnly()
    const { mobile, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile' })
    const ticket = await ticketTo(world, mobile)
    await changeAddress(world, older.userId, { kind: 'mobile', becomes: mobile })
    expect(await press(world, ticket)).toMatchObject({ data: { put_back: [maskedMobile(mobile)], elsewhere: [] } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile })
    expect(await methodsOf(world, older.userId)).toMatchObject({ mobile: older.mobile })
  })

  it('security: an email that another account has taken over comes back only by the link sent to that email', async () => {
    const { email, userId, mobile } = await settled(world, { older: 'mobile' })
    const other = await world.registerMobile()
    const code = await emailCode(world, other.client, email)
    expect(await other.client.bindEmail({ email, code, unbind_exist: 1 })).toMatchObject({ code: 'takeover_waits' })
    expect(await dueAfter(world, hours(48))).toBe(1)
    await proveFactor(world, other.client, other.mobile)
    dataOf(await other.client.bindEmail({ email, code: await emailCode(world, other.client, email) }))
    expect(await press(world, await ticketTo(world, mobile))).toMatchObject({ data: { put_back: [] } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email: null })
    expect(await world.toldLast(email)).toMatchObject({ purpose: 'email_removed' })
    expect(await press(world, await ticketTo(world, email))).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
    expect(await methodsOf(world, other.userId)).toMatchObject({ mobile: other.mobile, email: null })
  })

  it('security: a stale session cannot rename, and the link undoes three renamings by a thief’s fresh session', async () => {
    const { client, mobile, password, userId } = await world.registerMobile()
    const names = ['first', 'second', 'third', 'fourth'].map((name) => `${name}.${freshMobile().slice(-7)}`)
    const [own = '', ...theirs] = names
    expect(await client.accountSet({ username: own })).toMatchObject({ ok: true })
    world.passMinutes(80 * 60)
    const stale = { code: 'second_verification_required' }
    expect(await client.accountSet({ username: theirs[0] })).toMatchObject(stale)
    const field = { field_namespace: 'account', field: 'username', value: theirs[0] ?? '' }
    expect(await client.updateUserInfo(field)).toMatchObject(stale)
    expect(await client.accountSet({ language: 'en' })).toMatchObject({ ok: true })

    const thief = await world.secondSession({ mobile, password })
    for (const username of theirs) expect(await thief.accountSet({ username })).toMatchObject({ ok: true })
    const ticket = await ticketTo(world, mobile)
    const data = { change: 'username_changed', username_back: own }
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ data })
    expect(await press(world, ticket)).toMatchObject({ ok: true })
    expect((await world.profileOf(userId)).username).toBe(own)
    const owner = await signInByCode(world, mobile)
    expect(await owner.remainingUpdateTimes({})).toMatchObject({ data: { username: { remaining: 3 } } })
    // Nobody’s names are reserved by a thief, and the owner’s stay the owner’s.
    const other = await world.registerMobile()
    await refused(other.client.accountSet({ username: own }), 'username_refused', { reason: 'taken' })
    expect(await other.client.accountSet({ username: theirs[0] })).toMatchObject({ ok: true })
  })

  /** An email bound by SMS alone, and a rename by a thief who has only the password. */
  const ownAndOther = async () => {
    const { mobile, password, userId } = await world.registerMobile()
    world.passMinutes(80 * 60)
    const owner = await signInByCode(world, mobile)
    const email = freshEmail()
    expect(await owner.bindEmail({ email, code: await emailCode(world, owner, email) })).toMatchObject({ ok: true })
    world.passMinutes(60)
    const thief = await world.secondSession({ mobile, password })
    expect(await thief.accountSet({ username: `of.a.thief.${email.replace(/\D/g, '')}` })).toMatchObject({ ok: true })
    const ticket = await ticketTo(world, mobile)
    const { changes } = dataOf(await world.person().secureAccountCheck({ ticket }))
    expect(changes.map(({ kind }) => kind)).toEqual(['email_bound', 'username_changed'])
    expect(changes[0]).toMatchObject({ detail: expect.stringContaining('***'), address: expect.any(String) })
    return { mobile, password, userId, email, ticket, thief, ids: changes.map(({ id }) => id) }
  }

  it('happy: a change that the owner confirms stays if no other change was proven with the same proof', async () => {
    for (const says of ['all', 'one'] as const) {
      const { userId, email, ticket, ids } = await ownAndOther()
      const { username } = await world.profileOf(userId)
      const own_changes = says === 'one' ? ids.slice(0, 1) : []
      expect(dataOf(await world.person().secureAccount({ ticket, own_changes }))).toMatchObject({ own_undone: false })
      expect((await methodsOf(world, userId)).email, says).toBe(says === 'one' ? email : null)
      expect((await world.profileOf(userId)).username).not.toBe(username)
    }
  })

  it('security: undoing a thief’s change also undoes the owner’s change with the same proof, and the answer says so', async () => {
    const { mobile, userId, ids } = await ownAndOther()
    const thief = await signInByCode(world, mobile)
    expect(await thief.accountSet({ username: `by.sms.${mobile.slice(-8)}` })).toMatchObject({ ok: true })
    const ticket = await ticketTo(world, mobile)
    const pressed = await world.person().secureAccount({ ticket, own_changes: ids.slice(0, 1) })
    expect(pressed).toMatchObject({ ok: true, data: { own_undone: true } })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email: null })
  })

  it('security: a thief’s change cannot be kept by naming an id of another account', async () => {
    const [other, one] = [await ownAndOther(), await ownAndOther()]
    const pressed = await world.person().secureAccount({ ticket: one.ticket, own_changes: other.ids })
    expect(pressed).toMatchObject({ ok: true })
    expect(await methodsOf(world, one.userId)).toMatchObject({ email: null })
  })
})
