import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { momentText } from '#rules/moments'
import { changeAddress, changePassword, days, dueAfter, hours } from '#tests/account-api/worlds/attacks'
import { atOnce, dataOf, endsOf, freshMobile, goodPassword, ticketIn } from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { otherThan } from '#tests/fixtures/messages/post-office'
import { maskedMobile, passwordTicket } from './binding/bindings'

describeWorlds('a lost mobile on $name', (world) => {
  const holderOf = async (mobile: string) => (await world.storage.accounts.holderOf('mobile', mobile))?.id

  type Person = Awaited<ReturnType<typeof world.registerBoth>>
  const proofs: Record<string, (person: Person, client?: Client) => Promise<string>> = {
    'a code by email': ({ email }, client) => world.validatedTicket(email, emailPurpose.notSignedIn, client),
    'a password': ({ email }, client) => passwordTicket(world, email, client),
    'a code by SMS': ({ mobile }) => world.validatedTicket(mobile, mobilePurpose.notSignedIn),
  }
  const byCode = Object.entries(proofs).filter(([name]) => name !== 'a password')

  const unbind = (ticket: string) => world.person().unbindUnusableMobile({ ticket, without_address: 1 })

  /** A person with a pending unbinding of their mobile. */
  const pending = async () => {
    const person = await world.registerMobile()
    dataOf(await unbind(await passwordTicket(world, person.mobile)))
    return person
  }

  it.each(byCode)(
    'happy: with %s and the password a lost mobile is unbound at once, both addresses are notified, and other sessions end',
    async (_, prove) => {
      const person = await world.registerBoth()
      const { mobile, email, client, userId, password } = person
      const help = world.person()
      const ticket = await prove(person, help)
      const masked = { mobile: maskedMobile(mobile), email: 'p***@example.com' }
      const checked = { ...masked, hold_hours: 48, password_helps: true, username_left: null }
      expect(dataOf(await help.unusableMobileCheck({ ticket }))).toMatchObject(checked)
      expect(await help.unbindUnusableMobile({ ticket, password })).toMatchObject({ ok: true, data: { done: true } })
      expect(await holderOf(mobile)).toBeUndefined()
      expect(await help.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId, mobile: null } })
      expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
      const told = { purpose: 'mobile_removed', link: expect.stringContaining('?ticket=') }
      for (const address of [mobile, email]) expect(await world.toldLast(address)).toMatchObject(told)
      expect((await world.activityOf(userId)).slice(0, 2)).toEqual([
        ['signed_in', 'recovery'],
        ['mobile_removed', masked.mobile],
      ])
    },
  )

  it('error: a wrong password is reported as wrong, and the ticket stays valid', async () => {
    const { email, password } = await world.registerBoth()
    const ticket = await world.validatedTicket(email, emailPurpose.notSignedIn)
    const wrong = await world.person().unbindUnusableMobile({ ticket, password: 'not the password' })
    expect(wrong).toMatchObject({ code: 'wrong_credentials', data: { field: 'password' } })
    expect(await world.person().unbindUnusableMobile({ ticket, password })).toMatchObject({ ok: true })
  })

  it.each(Object.entries(proofs))(
    'security: with %s alone, a lost mobile is unbound after 48 hours, and every address is notified',
    async (_, prove) => {
      const owner = await world.registerBoth()
      const { mobile, email, client, userId } = owner
      const person = world.person()
      const ticket = await prove(owner, person)
      expect(await person.unusableMobileCheck({ ticket })).toMatchObject({ ok: true, data: { hold_hours: 48 } })
      const asked = await person.unbindUnusableMobile({ ticket, without_address: 1 })
      expect(asked).toMatchObject({ ok: true, data: { done: false } })
      const at = asked.ok ? asked.data.takes_effect_at : ''
      expect(Date.parse(at) - world.deployment.now()).toBeGreaterThan(hours(47) * 60_000)
      expect(await person.checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
      for (const address of [mobile, email])
        expect(await world.toldLast(address)).toMatchObject({
          purpose: 'mobile_removal_asked',
          body: expect.stringContaining(`will be removed on ${momentText('en', 'Asia/Shanghai', new Date(at))}`),
          link: expect.stringContaining('?ticket='),
        })
      const pending_changes = [{ way: 'mobile', becomes: null, takes_effect_at: at }]
      expect(await client.accountInfo({})).toMatchObject({ ok: true, data: { pending_changes } })

      await dueAfter(world, hours(48) - 1)
      expect(await holderOf(mobile)).toBe(userId)
      await dueAfter(world, 2)
      expect(await holderOf(mobile)).toBeUndefined()
      // The session was begun by the lost mobile.
      expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
      await world.expectTold('mobile_removed', mobile, email)
      const kinds = (await world.activityOf(userId)).map(([kind]) => kind)
      expect(kinds.slice(0, 2)).toEqual(['mobile_removed', 'mobile_removal_asked'])
    },
  )

  it.each(Object.entries(proofs))(
    'security: one of 20 concurrent uses of a ticket for %s is accepted',
    async (_, prove) => {
      const ticket = await prove(await world.registerBoth())
      expect(endsOf(await atOnce(20, () => unbind(ticket)))).toEqual({ ok: 1, ticket_refused: 19 })
    },
  )

  it('error: an account without a mobile answers nothing_bound once the email is proven', async () => {
    const { mobile, email, userId } = await world.registerBoth()
    const ticket = await world.validatedTicket(email, emailPurpose.notSignedIn)
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    expect(await unbind(ticket)).toMatchObject({ ok: false, code: 'nothing_bound', data: { field: 'mobile' } })
  })

  it.each([
    ['a code by email', 'the email was unbound'],
    ['a password', 'the password changed'],
    ['a code by SMS', 'the mobile was unbound'],
  ])('security: the ticket for %s is refused after %s, like an invented ticket', async (proof, change) => {
    const person = await world.registerBoth()
    const { userId } = person
    const ticket = await proofs[proof]?.(person)
    if (change === 'the password changed') await changePassword(world, userId, 'another')
    else await changeAddress(world, userId, { kind: change === 'the email was unbound' ? 'email' : 'mobile' })
    const left = await world.addressesOf(userId)
    for (const each of [ticket ?? '', 'a ticket of no one at all']) {
      expect(await world.person().unusableMobileCheck({ ticket: each })).toMatchObject({ code: 'ticket_refused' })
      expect(await unbind(each)).toMatchObject({ code: 'ticket_refused' })
    }
    expect(await world.addressesOf(userId)).toEqual(left)
  })

  it('security: a mobile that is the only way to sign in is not unbound', async () => {
    const { mobile, userId } = await world.registerMobileOnly()
    const asked = await unbind(await world.validatedTicket(mobile, mobilePurpose.notSignedIn))
    expect(asked).toMatchObject({ code: 'last_way' })
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: a stranger with a recycled number of an unused account does not remove it, and sees its email masked', async () => {
    const { mobile, email, userId } = await world.registerBoth()
    world.passMinutes(days(181))
    const refused = await unbind(await world.validatedTicket(mobile, mobilePurpose.notSignedIn))
    expect(refused).toMatchObject({ code: 'other_address_required', data: { email: 'p***@example.com' } })
    expect(JSON.stringify(refused)).not.toContain(email)
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: a second request neither delays the unbinding nor sends another message', async () => {
    const { mobile, client } = await pending()
    const { pending_changes } = dataOf(await client.accountInfo({}))
    const before = await world.messagesTo(mobile)
    world.passMinutes(60)
    const again = dataOf(await unbind(await passwordTicket(world, mobile)))
    expect(again).toMatchObject({ takes_effect_at: pending_changes[0]?.takes_effect_at })
    expect(await world.messagesTo(mobile)).toBe(before)
  })

  const stops: Record<string, (mobile: string, client: Client) => Promise<unknown>> = {
    'a sign-in by SMS': async (mobile) =>
      world.person().smsLogin({ mobile, code: await world.codeFor(mobile, mobilePurpose.login) }),
    'a code that proves the mobile': async (mobile, client) => {
      const type = mobilePurpose.verifyOld
      return client.verifyMobile({ code: await world.codeFor(mobile, type, client), type })
    },
    'a sign-in with the ticket of a registration': async (mobile) => {
      const person = world.person()
      const code = await world.codeFor(mobile, mobilePurpose.register, person)
      const registered = await person.registerByMobile({ mobile, code, password: goodPassword })
      return person.smsLoginContinue({ ticket: ticketIn(registered) })
    },
    'the person': (_mobile, client) => client.stopPendingChange({ platform: 'mobile' }),
  }

  it.each(Object.keys(stops))('security: %s stops the unbinding, and the mobile is notified once', async (stop) => {
    const { mobile, client, userId } = await pending()
    world.passMinutes(2)
    expect(await stops[stop]?.(mobile, client)).toMatchObject({ ok: true })
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'mobile_removal_stopped' })
    expect((await world.activityOf(userId)).map(([kind]) => kind)).toContain('mobile_removal_stopped')
    const told = await world.messagesTo(mobile)
    expect(await client.stopPendingChange({ platform: 'mobile' })).toMatchObject({ ok: true })
    expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [] } })
    await dueAfter(world, hours(49))
    expect(await world.messagesTo(mobile)).toBe(told)
    expect(await holderOf(mobile)).toBe(userId)
  })

  it('security: a wrong code, an attempt to register the mobile and a stranger do not stop the unbinding', async () => {
    const { mobile, client } = await pending()
    await world.person().smsLogin({ mobile, code: otherThan(await world.codeFor(mobile, mobilePurpose.login)) })
    world.passMinutes(2)
    const stranger = world.person()
    const code = await world.codeFor(mobile, mobilePurpose.register, stranger)
    await stranger.registerByMobile({ mobile, code, password: goodPassword })
    expect(await stranger.stopPendingChange({ platform: 'mobile' })).toMatchObject({ code: 'not_signed_in' })
    const other = await world.registerMobile()
    await other.client.stopPendingChange({ platform: 'mobile' })
    expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [{ way: 'mobile' }] } })
  })

  it('security: a mobile that replaced the lost one is not unbound', async () => {
    const { client, userId } = await pending()
    const other = freshMobile()
    await changeAddress(world, userId, { kind: 'mobile', becomes: other })
    expect(await client.accountInfo({})).toMatchObject({ data: { pending_changes: [] } })
    await dueAfter(world, hours(49))
    expect(await holderOf(other)).toBe(userId)
  })

  it('security: guesses at the password are limited', async () => {
    const { mobile } = await world.registerMobile()
    const guess = (password: string) => world.person().verifyPassword({ account: mobile, password })
    for (let tries = 0; tries < 5; tries += 1)
      expect(await guess('not the password')).toMatchObject({ code: 'wrong_credentials' })
    expect(await guess(goodPassword)).toMatchObject({ code: 'captcha_required' })
  })
})
