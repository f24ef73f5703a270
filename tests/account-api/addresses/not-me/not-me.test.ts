import { expect, it } from 'vitest'
import { secureAccount } from '#account-api/addresses/not-me/secure-account'
import { eraseDue } from '#account-api/closing/cancellation/erasure'
import { nowhere } from '#account-api/kernel/from'
import { mobilePurpose } from '#contract/terms/purposes'
import { emailCode, maskedMobile, mobileCode, passwordTicket } from '#tests/account-api/addresses/binding/bindings'
import {
  changeAddress,
  changePassword,
  methodsOf,
  press,
  settled,
  signInByCode,
  stolenTicket,
  ticketsTo,
  ticketTo,
} from '#tests/account-api/worlds/attacks'
import { atOnce, dataOf, describeWorlds, endsOf, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'

const rounds = Array.from({ length: 8 }, (_, round) => round)

describeWorlds('“this was not me” on $name', (world) => {
  const check = (ticket: string) => world.person().secureAccountCheck({ ticket })

  /** An account whose mobile a thief has replaced, and the ticket that its owner was sent there. */
  const replacedMobile = async () => {
    const person = await world.registerBoth()
    const theirs = freshMobile()
    await changeAddress(world, person.userId, { kind: 'mobile', becomes: theirs })
    return { ...person, theirs, ticket: await ticketTo(world, person.mobile) }
  }

  it('happy: the owner of a replaced mobile gets it back, and every session ends', async () => {
    const { mobile, email, client, userId, theirs, ticket } = await replacedMobile()
    const masked = maskedMobile(mobile)
    const told = { change: 'mobile_changed', puts_back: [masked], takes_off: [maskedMobile(theirs)] }
    expect(dataOf(await check(ticket))).toMatchObject(told)
    expect(await methodsOf(world, userId)).toMatchObject({ mobile: theirs })
    const secured = { done: true, put_back: [masked], password_ended: true }
    expect(await press(world, ticket)).toMatchObject({ ok: true, data: secured })
    expect(await methodsOf(world, userId)).toEqual({ mobile, email, openids: [], hasPassword: false })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    await world.expectTold('account_secured', mobile, email)
    expect(await world.toldLast(theirs)).toMatchObject({ purpose: 'mobile_removed' })
    const [newest] = await world.storage.activity.list(userId, { limit: 1 })
    expect(newest).toMatchObject({ kind: 'account_secured', detail: masked })
  })

  it('happy: disowning a pending unbinding stops it, and ends sessions, password and proofs', async () => {
    const { mobile, client, userId } = await world.registerMobile()
    const prove = () => passwordTicket(world, mobile)
    const [asked, kept] = [await prove(), await prove()]
    await world.person().unbindUnusableMobile({ ticket: asked, without_address: 1 })
    expect(await world.storage.pendingChanges.of(userId)).toHaveLength(1)
    const ticket = await ticketTo(world, mobile)
    const told = { change: 'mobile_removal_asked', puts_back: [], takes_off: [], asks_password: false }
    expect(dataOf(await check(ticket))).toMatchObject(told)
    await client.secureAccount({ ticket })
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, hasPassword: false })
    // The browser that made the call is signed out too.
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    const refused = await world.person().unbindUnusableMobile({ ticket: kept, without_address: 1 })
    expect(refused).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: secureAccountCheck changes nothing and does not use up the ticket', async () => {
    const { client, userId, ticket } = await replacedMobile()
    const before = await world.profileOf(userId)
    for (let look = 0; look < 3; look += 1) expect(await check(ticket)).toMatchObject({ ok: true })
    expect(await world.profileOf(userId)).toEqual(before)
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    expect(await press(world, ticket)).toMatchObject({ ok: true })
    expect(await check(ticket)).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a ticket expires after 72 hours, and an invented one is refused', async () => {
    const { ticket } = await replacedMobile()
    world.passMinutes(72 * 60 - 1)
    expect(await check(ticket)).toMatchObject({ ok: true })
    world.passMinutes(2)
    for (const refused of [ticket, 'a ticket of no one at all']) {
      expect(await check(refused)).toMatchObject({ code: 'ticket_refused' })
      expect(await press(world, refused)).toMatchObject({ code: 'ticket_refused' })
    }
  })

  it('security: one of 20 concurrent uses of a ticket succeeds', async () => {
    const { mobile, userId, ticket } = await replacedMobile()
    expect(endsOf(await atOnce(20, () => press(world, ticket)))).toEqual({ ok: 1, ticket_refused: 19 })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile })
  })

  it('security: an address that is restored and registered at the same time gets one account', async () => {
    const { mobile, userId, ticket } = await replacedMobile()
    const stranger = world.person()
    const given = { mobile, code: await world.codeFor(mobile, mobilePurpose.register, stranger) }
    const [secured] = await Promise.all([press(world, ticket), stranger.registerByMobile(given)])
    expect(secured).toMatchObject({ ok: true })
    const holder = (await world.storage.accounts.holderOf('mobile', mobile))?.id
    expect((await world.profileOf(userId)).mobile).toBe(holder === userId ? mobile : null)
  })

  it('security: after concurrent presses of every link of two addresses, both stay on the account', async () => {
    for (const round of rounds) {
      const { mobile, email, userId } = await settled(world, { older: round % 2 === 0 ? 'mobile' : 'email' })
      await changePassword(world, userId, 'hash of the thief')
      await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
      await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
      const tickets = [...(await ticketsTo(world, mobile)), ...(await ticketsTo(world, email))]
      expect(tickets).toHaveLength(5)
      const answers = await Promise.all(tickets.map((ticket) => press(world, ticket)))
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual(Array(5).fill('ok'))
      expect(await methodsOf(world, userId)).toEqual({ mobile, email, openids: [], hasPassword: false })
    }
  })

  it('happy: a press still succeeds if other presses change the account while it is being checked', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'email' })
    await changePassword(world, userId, 'hash of the thief')
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    await changeAddress(world, userId, { kind: 'email', becomes: freshEmail() })
    const [first = '', second = ''] = await ticketsTo(world, mobile)
    const ofEmail = await ticketTo(world, email)
    const { storage, deployment } = world
    // Between the reads of the addresses and of the guard.
    const guards = {
      ...storage.guards,
      of: async (...asked: Parameters<typeof storage.guards.of>) => {
        for (const ticket of [first, ofEmail]) await press(world, ticket)
        return storage.guards.of(...asked)
      },
    }
    const overtaken = { deployment, storage: { ...storage, guards } }
    const isPerson = () => Promise.resolve(true)
    const pressed = { ticket: second, own: [], password: undefined, from: nowhere, isPerson }
    expect(await secureAccount(overtaken, pressed)).toMatchObject({ ok: true })
    expect(await methodsOf(world, userId)).toMatchObject({ mobile, email })
  })

  it('security: a thief who binds another address during a press either is undone by the press or is refused', async () => {
    for (const round of rounds) {
      const { mobile, email, userId } = await settled(world, { older: 'mobile' })
      await changeAddress(world, userId, { kind: 'email' })
      const thief = await signInByCode(world, mobile)
      const theirs = freshEmail()
      const code = await emailCode(world, thief, theirs)
      const ticket = await ticketTo(world, mobile)
      const [pressed, bound] = await Promise.all([press(world, ticket), thief.bindEmail({ email: theirs, code })])
      expect(pressed).toMatchObject({ ok: true })
      if (!bound.ok) expect(['not_signed_in', 'already_bound', 'second_verification_required']).toContain(bound.code)
      expect(await methodsOf(world, userId), `round ${round}`).toMatchObject({ mobile, email })
    }
  })

  it('security: a fresh account that binds another method during a press gives the number back, and survives if it bound first', async () => {
    for (const round of rounds) {
      const { mobile, userId } = await settled(world, { older: 'mobile' })
      await changeAddress(world, userId, { kind: 'mobile' })
      const ticket = await ticketTo(world, mobile)
      const client = await signInByCode(world, mobile)
      const freshId = (await world.storage.accounts.holderOf('mobile', mobile))?.id ?? ''
      const email = freshEmail()
      const code = await emailCode(world, client, email)
      const [pressed, bound] = await Promise.all([press(world, ticket), client.bindEmail({ email, code })])
      expect(pressed).toMatchObject({ ok: true })
      const [old, fresh] = [await methodsOf(world, userId), await methodsOf(world, freshId)]
      expect(old.mobile, `round ${round}`).toBe(mobile)
      expect(fresh).toMatchObject({ mobile: null, email: bound.ok ? email : null })
      expect((await world.profileOf(freshId)).eraseAt === null).toBe(bound.ok)
    }
  })

  it('security: the link of an account that is being erased either restores the account or does nothing', async () => {
    const { mobile, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    const next = await ticketTo(world, mobile)
    await world.storage.standing.cancel(userId, world.deployment.now() - 1)
    const [pressed] = await Promise.all([press(world, next), eraseDue(world.service)])
    const account = await world.storage.accounts.profile(userId)
    // Either the press came first and undoes the cancellation, or the account is erased.
    if (pressed.ok) expect(account).toMatchObject({ mobile, eraseAt: null })
    else expect(account).toBeUndefined()
    expect(await press(world, next)).toMatchObject({ code: 'ticket_refused' })
  })

  it('happy: history is swept once no link can need it, and a guard once it ends', async () => {
    const { mobile, email, userId } = await settled(world, { older: 'mobile' })
    await changeAddress(world, userId, { kind: 'mobile', becomes: freshMobile() })
    await press(world, await ticketTo(world, mobile))
    const sweepAfter = (hours: number) => {
      world.passMinutes(hours * 60)
      return world.storage.sweep(world.deployment.now())
    }
    const firstChange = async () => (await world.storage.history.first({ accountId: userId, since: 0 }))?.change
    await sweepAfter(47)
    expect(await world.storage.guards.of(userId, 0)).toBeDefined()
    await sweepAfter(24)
    expect(await world.storage.guards.of(userId, 0)).toBeUndefined()
    expect(await press(world, await ticketTo(world, email))).toMatchObject({ ok: true })
    expect(await firstChange()).toBe('mobile_changed')
    await sweepAfter(72)
    expect(await firstChange()).toBe('mobile_changed')
    await sweepAfter(26)
    expect(await firstChange()).toBe('account_secured')
    await sweepAfter(168)
    expect(await firstChange()).toBeUndefined()
  })

  it('security: a ticket for an address that the account never had changes nothing', async () => {
    const [first, second] = [await settled(world, { older: 'mobile' }), await settled(world, { older: 'mobile' })]
    await changeAddress(world, first.userId, { kind: 'mobile', becomes: freshMobile() })
    const before = await methodsOf(world, first.userId)
    // The address belongs to another account.
    const foreign = await stolenTicket(world, first.userId, { kind: 'mobile', value: second.mobile })
    expect(await world.person().secureAccountCheck({ ticket: foreign })).toMatchObject({ code: 'ticket_refused' })
    expect(await press(world, foreign)).toMatchObject({ code: 'ticket_refused' })
    expect(await methodsOf(world, first.userId)).toEqual(before)
  })

  it('security: the only remaining address cannot undo a change if it was added together with that change', async () => {
    const { email, userId } = await settled(world, { older: 'email' })
    await changeAddress(world, userId, { kind: 'mobile' })
    const thief = await signInByCode(world, email)
    const theirs = freshMobile()
    const code = await mobileCode(world, thief, theirs)
    expect(await thief.bindMobile({ mobile: theirs, code })).toMatchObject({ ok: true })
    await changeAddress(world, userId, { kind: 'email' })
    expect(await ticketsTo(world, theirs)).toEqual([])
    const ticket = await stolenTicket(world, userId, { kind: 'mobile', value: theirs })
    expect(await press(world, ticket)).toMatchObject({ code: 'ticket_refused' })
  })
})
