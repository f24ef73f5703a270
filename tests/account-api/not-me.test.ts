import { describe, expect, it } from 'vitest'
import { noteChange } from '../../account-api/domain/not-me/history'
import { tell } from '../../account-api/domain/notice/notice'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { freshEmail, freshMobile, goodPassword, registerBoth, registerMobile, worldOn } from './world'

describe.each(databases)('“this was not me” on $name', (database) => {
  const world = worldOn(database)

  const profileOf = async (userId: string) => {
    const profile = await world.storage.accounts.profile(userId)
    if (!profile) throw new Error('no account')
    return profile
  }

  type Kind = 'mobile' | 'email'

  /** Changes an address of the account and sends the messages. Null unbinds it. */
  const change = async (userId: string, kind: Kind, value: string | null) => {
    const account = await profileOf(userId)
    const was = account[kind]
    const what = was === null ? 'bound' : value === null ? 'removed' : 'changed'
    const channelOf = (address: string) => (address.includes('@') ? 'email' : 'sms') as 'email' | 'sms'
    const to = [account.mobile, account.email, value].flatMap((each) =>
      each ? [{ channel: channelOf(each), to: each }] : [],
    )
    await world.storage.transaction(async (stores) => {
      await noteChange(world.setting, stores, { accountId: userId, change: `${kind}_${what}` })
      if (was) await stores.accounts.unbind({ kind, value: was, accountId: userId })
      if (value) await stores.accounts.bind({ kind, value, accountId: userId, at: world.setting.now() })
      await tell(world.setting, stores, { account, to, change: `${kind}_${what}`, detail: '' })
    })
  }

  const newestTo = async (address: string) => (await world.storage.outbox.newest(address, 1))[0]
  const ticketTo = async (address: string): Promise<string> =>
    new URL((await newestTo(address))?.link ?? 'about:blank').searchParams.get('ticket') ?? 'no ticket in the link'

  it('happy: the owner of a replaced mobile gets it back, and every session ends', async () => {
    const { mobile, email, client, userId } = await registerBoth(world)
    const theirs = freshMobile()
    await change(userId, 'mobile', theirs)
    const ticket = await ticketTo(mobile)
    const looked = await world.person().secureAccountCheck({ ticket })
    expect(looked).toMatchObject({
      ok: true,
      data: {
        change: 'mobile_changed',
        puts_back: [`+86 138****${mobile.slice(-4)}`],
        takes_off: [`+86 138****${theirs.slice(-4)}`],
      },
    })
    expect(await profileOf(userId)).toMatchObject({ mobile: theirs })
    expect(await world.person().secureAccount({ ticket })).toMatchObject({
      ok: true,
      data: { done: true, put_back: [`+86 138****${mobile.slice(-4)}`], password_ended: true },
    })
    expect(await profileOf(userId)).toMatchObject({ mobile, email, passwordHash: null })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    for (const address of [mobile, email]) expect(await newestTo(address)).toMatchObject({ purpose: 'account_secured' })
    expect(await newestTo(theirs)).toMatchObject({ purpose: 'mobile_removed' })
    const [newest] = await world.storage.activity.list(userId, { limit: 1 })
    expect(newest).toMatchObject({ kind: 'account_secured', detail: `+86 138****${mobile.slice(-4)}` })
  })

  it('happy: the link to another address restores the mobile too, and an added email is unbound', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    await world.person().secureAccount({ ticket: await ticketTo(email) })
    expect(await profileOf(userId)).toMatchObject({ mobile, email })

    const { mobile: own, userId: other } = await registerMobile(world)
    await change(other, 'email', freshEmail())
    await world.person().secureAccount({ ticket: await ticketTo(own) })
    expect(await profileOf(other)).toMatchObject({ mobile: own, email: null })
  })

  it('happy: an unbound email is bound again', async () => {
    const { email, userId } = await registerBoth(world)
    await change(userId, 'email', null)
    expect(await world.person().secureAccount({ ticket: await ticketTo(email) })).toMatchObject({ ok: true })
    expect(await profileOf(userId)).toMatchObject({ email })
  })

  it('happy: disowning a pending unbinding stops it, and ends sessions and password', async () => {
    const { mobile, client, userId } = await registerMobile(world)
    const proven = await world.person().verifyPassword({ account: mobile, password: goodPassword })
    await world.person().unbindUnusableMobile({ ticket: proven.ok ? proven.data.ticket : '', without_address: 1 })
    const ticket = await ticketTo(mobile)
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({
      data: { change: 'mobile_removal_asked', puts_back: [], takes_off: [], asks_password: false },
    })
    await client.secureAccount({ ticket })
    expect(await world.storage.pendingChanges.of(userId)).toEqual([])
    expect(await profileOf(userId)).toMatchObject({ mobile, passwordHash: null })
    // The browser that made the call is signed out too.
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it('error: a password that is the only sign-in method stays', async () => {
    const { mobile, userId } = await registerMobile(world)
    await change(userId, 'mobile', null)
    const ticket = await ticketTo(mobile)
    await registerMobile(world, { mobile })
    expect(await world.person().secureAccount({ ticket })).toMatchObject({
      data: { put_back: [], elsewhere: [`+86 138****${mobile.slice(-4)}`], password_ended: false },
    })
    expect((await profileOf(userId)).passwordHash).not.toBeNull()
  })

  it('security: of 20 uses of one ticket at once, one succeeds', async () => {
    const { mobile, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const ticket = await ticketTo(mobile)
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.person().secureAccount({ ticket })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
    expect(await profileOf(userId)).toMatchObject({ mobile })
  })

  it('security: the links to both addresses used at once restore the account', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const tickets = [await ticketTo(mobile), await ticketTo(email)]
    const answers = await Promise.all(tickets.map((ticket) => world.person().secureAccount({ ticket })))
    expect(answers.some(({ ok }) => ok)).toBe(true)
    expect(await profileOf(userId)).toMatchObject({ mobile, email, passwordHash: null })
  })

  it('security: secureAccountCheck changes nothing and does not use up the ticket', async () => {
    const { mobile, client, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const ticket = await ticketTo(mobile)
    const before = await profileOf(userId)
    for (let look = 0; look < 3; look += 1)
      expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ ok: true })
    expect(await profileOf(userId)).toEqual(before)
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: true } })
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a ticket expires after 72 hours', async () => {
    const { mobile, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const ticket = await ticketTo(mobile)
    world.passMinutes(72 * 60 - 1)
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ ok: true })
    world.passMinutes(2)
    expect(await world.person().secureAccountCheck({ ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a ticket of another purpose is refused', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    const person = world.person()
    const type = emailPurpose.notSignedIn
    await person.sendEmailCode({ email, type })
    const proven = await person.validateEmailCode({ email, code: await world.codeTo(email), type })
    const password = await person.verifyPassword({ account: mobile, password: goodPassword })
    const tickets = [proven.ok && proven.data.ticket, password.ok && password.data.ticket, 'a ticket of no one at all']
    for (const ticket of tickets)
      expect(await person.secureAccount({ ticket: String(ticket) })).toMatchObject({ code: 'ticket_refused' })
    expect((await profileOf(userId)).passwordHash).not.toBeNull()
  })

  it('security: the new address gets a link without a ticket', async () => {
    const { userId } = await registerBoth(world)
    const theirs = freshMobile()
    await change(userId, 'mobile', theirs)
    expect((await newestTo(theirs))?.link).toBe('http://localhost:3000/account-help/not-me')
  })

  it('security: an address that came in by a change gets no link about later ones, and the first link undoes all', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    const theirs = freshMobile()
    await change(userId, 'mobile', theirs)
    const first = await ticketTo(mobile)
    await change(userId, 'email', freshEmail())
    expect((await newestTo(theirs))?.link).toBe('http://localhost:3000/account-help/not-me')
    expect(await world.person().secureAccount({ ticket: first })).toMatchObject({ ok: true })
    expect(await profileOf(userId)).toMatchObject({ mobile, email })
  })

  it('security: an address that another account holds by now stays there, and its replacement is unbound', async () => {
    const { mobile, email, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const ticket = await ticketTo(mobile)
    const other = await registerMobile(world, { mobile })
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true, data: { put_back: [] } })
    expect(await profileOf(userId)).toMatchObject({ mobile: null, email })
    expect(await profileOf(other.userId)).toMatchObject({ mobile })
  })

  it('security: an address that is restored and registered at once goes to one account', async () => {
    const { mobile, userId } = await registerBoth(world)
    await change(userId, 'mobile', freshMobile())
    const ticket = await ticketTo(mobile)
    const stranger = world.person()
    await stranger.sendCode({ mobile, type: mobilePurpose.register })
    const code = await world.codeTo(mobile)
    const [secured] = await Promise.all([
      world.person().secureAccount({ ticket }),
      stranger.registerByMobile({ mobile, code, password: goodPassword }),
    ])
    expect(secured).toMatchObject({ ok: true })
    const holder = (await world.storage.accounts.holderOf('mobile', mobile))?.id
    expect((await profileOf(userId)).mobile).toBe(holder === userId ? mobile : null)
  })

  it('happy: an earlier link undoes a later cancellation', async () => {
    const { mobile, client, userId } = await registerMobile(world)
    await change(userId, 'email', freshEmail())
    const first = await ticketTo(mobile)
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const code = await world.codeTo(mobile)
    const proven = await client.verifyMobile({ code, type: mobilePurpose.verifyOld, act: 'cancellation' })
    const cancelled = await client.cancelConfirm({ cancel_ticket: proven.ok ? proven.data.verify_ticket : '' })
    expect(cancelled).toMatchObject({ ok: true })
    expect(await ticketTo(mobile)).not.toBe(first)
    expect((await profileOf(userId)).eraseAt).not.toBeNull()
    expect(await world.person().secureAccount({ ticket: first })).toMatchObject({ ok: true })
    expect(await profileOf(userId)).toMatchObject({ eraseAt: null, email: null })
    const activity = await world.storage.activity.list(userId, { limit: 2 })
    expect(activity.map(({ kind }) => kind)).toEqual(['account_secured', 'cancellation_undone'])
  })
})
