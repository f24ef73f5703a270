import { expect, it } from 'vitest'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { CookieJar } from '#contract/wire/cookie-jar'
import { emailCode, reportLost } from '#tests/account-api/addresses/binding/bindings'
import {
  changeAddress,
  changePassword,
  hours,
  methodsOf,
  ordersOf,
  press,
  registeredSettled,
  settled,
  stolenTicket,
  ticketsTo,
  ticketTo,
} from '#tests/account-api/worlds/attacks'
import { describeWorlds, freshEmail, freshMobile, goodPassword } from '#tests/account-api/worlds/worlds'

const otherPassword = 'what the thief has chosen'

describeWorlds('“this was not me” against a thief, on $name', (world) => {
  /** The thief binds an email, downloads the data, and removes the owner's number. */
  const takeByEmail = async () => {
    const owner = await world.registerMobile()
    world.passMinutes(hours(120))
    const thief = await world.secondSession(owner)
    const theirs = freshEmail()
    const bound = await thief.bindEmail({ email: theirs, code: await emailCode(world, thief, theirs) })
    expect([bound.ok, (await thief.exportData({})).ok]).toEqual([true, true])
    await changeAddress(world, owner.userId, { kind: 'mobile' })
    return { ...owner, theirs, links: await ticketsTo(world, owner.mobile) }
  }

  it('security: the thief uses a link too, in any order with the owner’s, and the owner’s number comes back', async () => {
    const orders = ordersOf(['bound', 'removed', 'thief'] as const).filter((order) => order.join() !== 'thief')
    for (const order of orders) {
      const { mobile, email, userId } = await settled(world, { older: 'mobile', password: 'hash' })
      await changeAddress(world, userId, { kind: 'email' })
      const theirs = freshEmail()
      await changeAddress(world, userId, { kind: 'email', becomes: theirs })
      await changeAddress(world, userId, { kind: 'mobile' })
      const [, bound = '', removed = ''] = await ticketsTo(world, mobile)
      // No message contained this ticket.
      expect(await ticketsTo(world, theirs)).toEqual([])
      const thief = await stolenTicket(world, userId, { kind: 'email', value: theirs })
      for (const who of order) {
        const answer = await press(world, { bound, removed, thief }[who])
        expect(answer).toMatchObject(who === 'thief' ? { code: 'ticket_refused' } : { ok: true })
      }
      const left = { mobile, email, openids: [], hasPassword: false }
      expect(await methodsOf(world, userId), order.join(', ')).toEqual(left)
    }
  })

  it('security: an address added by the thief gets no link, even for later changes and after the press', async () => {
    const { mobile, userId, theirs, links } = await takeByEmail()
    expect(await press(world, links[0] ?? '')).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toEqual({ mobile, email: null, openids: [], hasPassword: false })
    const toThem = await world.storage.outbox.newest(theirs, 100)
    const purposes = ['email_removed', 'mobile_removed', 'data_exported', 'email_bound', 'bind']
    expect(toThem.map(({ purpose }) => purpose)).toEqual(purposes)
    // A removal is reported without a link.
    expect(toThem[0]).toMatchObject({ link: null, body: expect.not.stringContaining('http') })
    for (const { link } of toThem.slice(1, 4)) expect(link).toBe('http://localhost:3000/account-help/not-me')
    const [told] = await world.storage.outbox.newest(mobile, 1)
    expect(told).toMatchObject({ purpose: 'account_secured' })
  })

  it('security: a thief who sets the first password of an account loses it to the first link', async () => {
    const { mobile, userId, client } = await world.registerMobileOnly()
    await client.setPassword({ password: otherPassword })
    expect(await press(world, (await ticketsTo(world, mobile))[0] ?? '')).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, hasPassword: false })
  })

  it('security: when only a password is left, it is the one from before the thief', async () => {
    const { mobile, userId, password, links } = await takeByEmail()
    const { username } = await world.profileOf(userId)
    const thief = await world.secondSession({ mobile: username, password })
    await thief.updatePassword({ current_password: password, password: otherPassword })
    // A stranger registers with the number, and protects something there.
    await world.registerMobileOnly({ mobile })
    Object.assign(world.deployment, { blockers: [{ name: 'last_manager', blocks: async () => true }] })
    expect(await press(world, links[0] ?? '')).toMatchObject({ ok: true, data: { password_ended: false } })
    Object.assign(world.deployment, { blockers: [] })
    expect(await methodsOf(world, userId)).toEqual({ mobile: null, email: null, openids: [], hasPassword: true })
    const byTheirs = await world.person().accountLoginV2({ account: username, password: otherPassword })
    expect(byTheirs).toMatchObject({ ok: false })
    expect(await world.person().accountLoginV2({ account: username, password })).toMatchObject({ ok: true })
  })

  /** Removes an account’s number as lost, however it was proven. */
  const removeLost = (userId: string) => changeAddress(world, userId, { kind: 'mobile', isLost: true })

  it('security: a mailbox thief presses links too, and in any order the owner’s methods stay', async () => {
    const password = await hashPassword(world.deployment.peppers, goodPassword)
    for (const older of ['mobile', 'email'] as const)
      for (const order of ordersOf(['owner reset', 'owner lost', 'thief'] as const)) {
        const { mobile, email, userId } = await settled(world, { older, password })
        await changePassword(world, userId, 'hash of the thief')
        await changeAddress(world, userId, { kind: 'mobile', isLost: true })
        await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
        const [mine, theirs] = [await ticketsTo(world, mobile), await ticketsTo(world, email)]
        const tickets = { 'owner reset': mine[0], 'owner lost': mine[1], thief: theirs[1] }
        const story = `${older} is older: ${order.join(', ')}`
        for (const who of order)
          expect(await press(world, tickets[who] ?? '', goodPassword), story).toMatchObject({ ok: true })
        // A number that was reported lost is restored only by its own links.
        const answered = order.some((who) => who !== 'thief')
        const left = { mobile: answered ? mobile : null, email, openids: [], hasPassword: false }
        expect(await methodsOf(world, userId), story).toEqual(left)
      }
  })

  it('security: a mailbox thief presses first and reports the number again, and the owner’s next link restores it', async () => {
    const password = await hashPassword(world.deployment.peppers, goodPassword)
    const { mobile, email, userId } = await settled(world, { older: 'email', password })
    for (const again of [false, true]) {
      await removeLost(userId)
      const back = await press(world, await ticketTo(world, mobile), goodPassword)
      expect(back, `again: ${again}`).toMatchObject({ ok: true })
      expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
      // The older address guards the account from now on, and then reports the number again.
      const [ticket = ''] = (await ticketsTo(world, email)).slice(-1)
      expect(await press(world, ticket)).toMatchObject({ ok: true })
    }
  })

  it('security: a phone thief cannot undo the owner’s report without the account’s previous password', async () => {
    const { mobile, email, userId } = await registeredSettled(world)
    expect(await reportLost(world, email, goodPassword)).toMatchObject({ ok: true })
    const ticket = await ticketTo(world, mobile)
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ data: { asks_password: true } })
    const missing = { fields: [{ field: 'password', reason: 'missing' }] }
    expect(await press(world, ticket)).toMatchObject({ code: 'invalid_input', data: missing })
    const wrong = { code: 'wrong_credentials', data: { field: 'password' } }
    expect(await press(world, ticket, 'a guess of the thief')).toMatchObject(wrong)
    expect(await methodsOf(world, userId)).toMatchObject({ mobile: null, email })
    // The owner has found the phone.
    expect(await press(world, ticket, goodPassword)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a phone thief does not get back in by a link that the owner presses after the report', async () => {
    const { mobile, email, userId } = await registeredSettled(world)
    await changePassword(world, userId, await hashPassword(world.deployment.peppers, 'what the thief has planted'))
    await removeLost(userId)
    for (const ticket of await ticketsTo(world, email)) {
      expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ data: { puts_back: [] } })
      expect(await press(world, ticket)).toMatchObject({ ok: true, data: { put_back: [] } })
      expect(await methodsOf(world, userId)).toMatchObject({ mobile: null, email })
    }
    // The owner has found the phone, and remembers the previous password.
    expect(await press(world, await ticketTo(world, mobile), goodPassword)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a phone thief who sets a password first cannot use it for the link', async () => {
    const { mobile, email, userId } = await registeredSettled(world)
    const planted = 'what the thief has planted'
    await changePassword(world, userId, await hashPassword(world.deployment.peppers, planted))
    const [early = ''] = await ticketsTo(world, mobile)
    await removeLost(userId)
    // The link about the earlier change needs the password too.
    for (const ticket of [early, await ticketTo(world, mobile)])
      expect(await press(world, ticket, planted)).toMatchObject({ code: 'wrong_credentials' })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile: null, email })
    expect(await press(world, early, goodPassword)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toEqual({ mobile, email, openids: [], hasPassword: false })
  })

  it('security: a phone thief can guess the password at the link no more often than at a sign-in', async () => {
    const { mobile, userId } = await registeredSettled(world)
    await removeLost(userId)
    const ticket = await ticketTo(world, mobile)
    const asking = { address: '203.0.113.77', jar: new CookieJar() }
    const guess = () => world.person(asking).secureAccount({ ticket, password: 'a guess of the thief' })
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toMatchObject({ code: 'wrong_credentials' })
    expect(await guess()).toMatchObject({ code: 'captcha_required' })
    const insist = () => world.insist(asking, (client) => client.secureAccount({ ticket, password: 'a guess' }))
    for (let tries = 5; tries < 10; tries += 1) expect(await insist()).toMatchObject({ code: 'wrong_credentials' })
    expect(await insist()).toMatchObject({ code: 'password_locked' })
  })

  it('security: without a password, a number undoes changes only if no other address is older', async () => {
    for (const older of ['mobile', 'email', 'neither'] as const) {
      const { mobile, email, userId } = await settled(world, { older })
      await removeLost(userId)
      const tickets = await ticketsTo(world, mobile)
      expect(tickets, older).toHaveLength(older === 'email' ? 0 : 1)
      for (const ticket of tickets) expect(await press(world, ticket)).toMatchObject({ ok: true })
      expect(await methodsOf(world, userId)).toMatchObject({ mobile: older === 'email' ? null : mobile, email })
    }
  })

  it('security: a phone thief cannot silence an older address, and a removed younger address comes back once', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    const removed = async (kind: 'mobile' | 'email', address: string) => {
      await changeAddress(world, userId, { kind })
      return (await ticketsTo(world, address)).at(-1) ?? 'no ticket'
    }
    // Each holder of an address removes the other one again and again.
    for (let round = 0; round < 3; round += 1) {
      expect(await press(world, await removed('mobile', mobile)), `round ${round}`).toMatchObject({ ok: true })
      expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
    }
    const before = (await ticketsTo(world, email)).length
    expect(await press(world, await removed('email', email))).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
    expect((await ticketsTo(world, email)).length).toBe(before + 1)
    await changeAddress(world, userId, { kind: 'email' })
    expect((await ticketsTo(world, email)).length).toBe(before + 1)
    // Once the older address guards nothing any more, the younger one can act again.
    world.passMinutes(hours(49))
    await changeAddress(world, userId, { kind: 'email', becomes: email })
    expect(await press(world, await removed('email', email))).toMatchObject({ ok: true })
  })

  it('security: an address added within the last 72 hours cannot undo anything, and an older one can', async () => {
    const { mobile, userId } = await settled(world, { older: 'mobile' })
    const fresh = freshEmail()
    await changeAddress(world, userId, { kind: 'email', becomes: fresh })
    world.passMinutes(hours(71))
    await changePassword(world, userId, 'a hash')
    expect(await ticketsTo(world, fresh)).toEqual([])
    world.passMinutes(hours(2))
    await changePassword(world, userId, 'another hash')
    expect(await press(world, await ticketTo(world, fresh))).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toEqual({ mobile, email: fresh, openids: [], hasPassword: false })
  })
})
