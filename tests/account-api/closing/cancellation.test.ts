import { expect, it } from 'vitest'
import type { Client } from '#contract/client'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { maskedMobile, resetBy, restoreTicket } from '#tests/account-api/addresses/binding/bindings'
import { ticketTo } from '#tests/account-api/worlds/attacks'
import {
  atOnce,
  dataOf,
  endsOf,
  goodPassword,
  refused,
  ticketIn,
  verifyByPassword,
} from '#tests/account-api/worlds/world'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

const refusedTicket = { code: 'ticket_refused' }

describeWorlds('cancelling an account on $name', (world) => {
  /** The ticket of a second verification by the password. */
  const ticketByPassword = async (client: Client) =>
    ticketIn(await verifyByPassword(client, await client.cancelVerifyWay({})))

  const cancel = async (client: Client) =>
    dataOf(await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) }))

  /** A cancelled account with a mobile. */
  const cancelled = async () => {
    const person = await world.registerMobile()
    return { ...person, until: (await cancel(person.client)).restorable_until }
  }

  const kindsOf = async (accountId: string) => (await world.activityOf(accountId)).map(([kind]) => kind)

  it('happy: the check returns the losses, the blockers and the last day to restore the account', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const at = world.deployment.now()
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const { blockers, losses, restorable_until } = dataOf(await client.cancelCheck({}))
    expect(blockers).toEqual([])
    expect(losses).toMatchObject([
      { kind: 'username', text: (await world.profileOf(userId)).username },
      { kind: 'mobile', text: maskedMobile(mobile) },
      { kind: 'password', text: '' },
      { kind: 'platform', text: 'Ann', platform: 'example' },
    ])
    expect((Date.parse(restorable_until) - at) / 86_400_000).toBeCloseTo(30, 2)
  })

  it('security: a session that began during the cancellation is refused, even after a restoration', async () => {
    const { client, mobile, userId } = await world.registerMobile()
    const late = world.person()
    await late.accountLoginV2({ account: mobile, password: goodPassword })
    // As if the sign-in had read before the cancellation and written after it.
    await world.storage.standing.cancel(userId, world.deployment.now() + 1_000_000)
    expect(await world.sessionsOf(userId)).toHaveLength(2)
    expect(await late.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await late.checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
    expect(await client.sendCode({ mobile, type: mobilePurpose.verifyOld })).toMatchObject({ code: 'not_signed_in' })
    // Restoring the account does not revive it.
    await world.person().undoCancellation({ ticket: await restoreTicket(world, mobile) })
    expect(await late.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('security: every right sign-in answers account_cancelled, with a ticket to restore for callers that request it', async () => {
    const { client: owner, mobile, email, password, userId } = await world.registerBoth()
    const username = (await world.profileOf(userId)).username
    const { restorable_until: until } = await cancel(owner)
    const client = world.person()
    const smsCode = async () => {
      // A number gets three codes a minute.
      world.passMinutes(2)
      return { mobile, code: await world.codeFor(mobile, mobilePurpose.login, client) }
    }
    type Asked = { need_frozen_user?: 1 }
    const ways: Record<string, (asked: Asked) => Promise<unknown>> = {
      accountLoginV2: (asked) => client.accountLoginV2({ account: email, password, ...asked }),
      passwordLogin: (asked) => client.passwordLogin({ username, password, ...asked }),
      emailLogin: (asked) => client.emailLogin({ email, password, ...asked }),
      emailCodeLogin: async (asked) => {
        world.passMinutes(2)
        const code = await world.codeFor(email, emailPurpose.login, client)
        return client.emailCodeLogin({ email, code, ...asked })
      },
      smsLogin: async (asked) => client.smsLogin({ ...(await smsCode()), ...asked }),
      smsLoginOnly: async (asked) => client.smsLoginOnly({ ...(await smsCode()), ...asked }),
    }
    for (const [name, signIn] of Object.entries(ways)) {
      const bare = (await signIn({})) as { ok: boolean; code: string; data: object }
      expect([name, bare]).toMatchObject([name, { ok: false, code: 'account_cancelled' }])
      expect(bare.data).toEqual({ restorable_until: until, time_zone: expect.anything() })
      const restorable = { code: 'account_cancelled', data: { ticket: expect.any(String) } }
      expect([name, await signIn({ need_frozen_user: 1 })]).toMatchObject([name, restorable])
    }
    const code = await world.codeFor(mobile, mobilePurpose.register, client)
    const ticket = ticketIn(await client.registerByMobile({ mobile, code }))
    await refused(client.smsLoginContinue({ ticket }), 'account_cancelled', { restorable_until: until })
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await world.sessionsOf(userId)).toEqual([])
  })

  it('happy: a restoration signs in, is recorded, and sends a message', async () => {
    const { mobile, userId, until } = await cancelled()
    world.passMinutes(60)
    const asked = await world.person().accountLoginV2({ account: mobile, password: goodPassword, need_frozen_user: 1 })
    expect(asked).toMatchObject({ code: 'account_cancelled', data: { restorable_until: until } })
    const ticket = ticketIn(asked)
    const client = world.person()
    expect(await client.undoCancellation({ ticket })).toMatchObject({ data: { user_id: userId, is_new_user: false } })
    expect(await client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
    const recorded = ['cancellation_asked', 'cancellation_undone', 'signed_in']
    expect(await kindsOf(userId)).toEqual(expect.arrayContaining(recorded))
    expect((await world.profileOf(userId)).eraseAt).toBeNull()
    expect(await world.toldLast(mobile)).toMatchObject({ purpose: 'cancellation_undone' })
    const [session] = await world.sessionsOf(userId)
    expect(session).toMatchObject({ way: 'restore' })
    expect(await world.person().accountLoginV2({ account: mobile, password: goodPassword })).toMatchObject({
      ok: true,
    })
  })

  it('security: one of 20 concurrent confirmations cancels the account, with a shared ticket or with one each', async () => {
    const one = await world.registerMobile()
    const ticket = await ticketByPassword(one.client)
    const many = await world.registerMobile()
    const tickets: string[] = []
    // Each proof renews the session token, so all calls share one cookie jar.
    for (let index = 0; index < 20; index += 1) tickets.push(await ticketByPassword(many.client))
    const rounds = [
      await atOnce(20, () => one.client.cancelConfirm({ cancel_ticket: ticket })),
      await Promise.all(tickets.map((cancel_ticket) => many.client.cancelConfirm({ cancel_ticket }))),
    ]
    for (const answers of rounds) {
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      for (const answer of answers)
        if (!answer.ok) expect(['ticket_refused', 'not_signed_in', 'form_token_refused']).toContain(answer.code)
    }
    for (const { userId, mobile } of [one, many]) {
      expect((await kindsOf(userId)).filter((kind) => kind === 'cancellation_asked')).toHaveLength(1)
      const messages = await world.storage.outbox.newest(mobile, 100)
      expect(messages.filter(({ purpose }) => purpose === 'cancellation_asked')).toHaveLength(1)
    }
  })

  it('security: one of 20 concurrent restorations succeeds, with a shared ticket or with one each', async () => {
    const one = await cancelled()
    const ticket = await restoreTicket(world, one.mobile)
    const many = await cancelled()
    const tickets: string[] = []
    for (let index = 0; index < 20; index += 1) tickets.push(await restoreTicket(world, many.mobile))
    const rounds = [
      await atOnce(20, (turn) => world.person()[turn % 2 === 0 ? 'undoCancellation' : 'smsLoginContinue']({ ticket })),
      await Promise.all(tickets.map((each) => world.person().undoCancellation({ ticket: each }))),
    ]
    for (const answers of rounds) expect(endsOf(answers)).toEqual({ ok: 1, ticket_refused: 19 })
    for (const { userId } of [one, many]) {
      expect((await kindsOf(userId)).filter((kind) => kind === 'cancellation_undone')).toHaveLength(1)
      expect(await world.sessionsOf(userId)).toHaveLength(1)
    }
  })

  it('security: a ticket to restore expires after 15 minutes, and is refused after a new cancellation, which has 30 new days', async () => {
    const ticket = await restoreTicket(world, (await cancelled()).mobile)
    world.passMinutes(16)
    expect(await world.person().undoCancellation({ ticket })).toMatchObject(refusedTicket)

    const { mobile, until } = await cancelled()
    const [first, second] = [await restoreTicket(world, mobile), await restoreTicket(world, mobile)]
    const client = world.person()
    await client.undoCancellation({ ticket: first })
    world.passMinutes(10)
    const again = await cancel(client)
    expect(Date.parse(again.restorable_until) - Date.parse(until)).toBeGreaterThan(9 * 60_000)
    expect(await world.person().undoCancellation({ ticket: second })).toMatchObject(refusedTicket)
  })

  it('security: a ticket restores only its own account, whatever session sends it', async () => {
    const [victim, attacker, bystander] = [await cancelled(), await cancelled(), await world.registerMobile()]
    const ticket = await restoreTicket(world, attacker.mobile)
    const entered = await bystander.client.smsLoginContinue({ ticket })
    expect(entered).toMatchObject({ ok: true, data: { user_id: attacker.userId } })
    expect((await world.profileOf(victim.userId)).eraseAt).not.toBeNull()
    expect(await kindsOf(bystander.userId)).not.toContain('cancellation_undone')
  })

  it('security: a password reset revokes earlier tickets to restore, and the new password gives a new one', async () => {
    const { mobile } = await cancelled()
    const before = await restoreTicket(world, mobile)
    const client = world.person()
    const password = 'another calm river'
    // The password is new, and the sign-in that follows is offered the restoration.
    expect(await resetBy(world, mobile, password, client)).toMatchObject({ code: 'account_cancelled' })
    expect(await client.undoCancellation({ ticket: before })).toMatchObject(refusedTicket)
    expect(await client.smsLoginContinue({ ticket: before })).toMatchObject(refusedTicket)
    const ticket = ticketIn(await client.accountLoginV2({ account: mobile, password, need_frozen_user: 1 }))
    expect(await client.undoCancellation({ ticket })).toMatchObject({ ok: true })
  })

  it('security: disowning a cancellation undoes it, and ends the password and earlier tickets to restore', async () => {
    const { mobile, userId } = await cancelled()
    const ticket = await ticketTo(world, mobile)
    const before = await restoreTicket(world, mobile)
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect((await world.profileOf(userId)).eraseAt).toBeNull()
    expect(await kindsOf(userId)).toEqual(expect.arrayContaining(['cancellation_undone', 'account_secured']))
    expect(await world.person().undoCancellation({ ticket: before })).toMatchObject(refusedTicket)
    await refused(world.person().accountLoginV2({ account: mobile, password: goodPassword }), 'wrong_credentials')
  })

  it('happy: unbinding a lost mobile of a cancelled account answers account_cancelled', async () => {
    const { client, email, userId } = await world.registerBoth()
    await cancel(client)
    const person = world.person()
    const lost = { ticket: await world.validatedTicket(email, emailPurpose.notSignedIn), password: goodPassword }
    const unbound = await person.unbindUnusableMobile(lost)
    expect(unbound).toMatchObject({ code: 'account_cancelled' })
    const ticket = ticketIn(unbound)
    expect(await person.undoCancellation({ ticket })).toMatchObject({ ok: true, data: { user_id: userId } })
    expect(await person.accountInfo({})).toMatchObject({ ok: true, data: { mobile: null } })
  })
})
