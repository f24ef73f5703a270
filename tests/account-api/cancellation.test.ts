import { describe, expect, it } from 'vitest'
import { tellAddresses } from '../../account-api/domain/notice/notice'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { momentText } from '../../rules/moments'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { proveEmail, proveMobile } from './bindings'
import { freshMobile, goodPassword, registerBoth, registerEmail, registerMobile, worldOn } from './world'

const thirtyDaysInMinutes = 30 * 24 * 60

describe.each(databases)('cancelling an account on $name', (database) => {
  const world = worldOn(database)
  const blocked = worldOn(database, { blockers: [{ name: 'last_manager', blocks: async () => true }] })

  /** The ticket of a second verification in the given way. */
  const proofBy = async (client: Client, way: 'mobile' | 'email' | 'password', code: () => Promise<string>) => {
    const asked = await client.cancelVerifyWay({})
    if (!asked.ok) throw new Error(`no ways: ${asked.code}`)
    const { sms_code_key } = asked.data
    if (way !== 'password') await client.sendSecondCode({ sms_code_key, way })
    const verified = await client.verifySecond({ sms_code_key, way, code: await code() })
    if (!verified.ok) throw new Error(`not verified: ${verified.code}`)
    return verified.data.verify_ticket
  }

  const ticketByPassword = (client: Client) => proofBy(client, 'password', async () => goodPassword)

  /** A cancelled account with a mobile. */
  const cancelled = async () => {
    const person = await registerMobile(world)
    const answer = await person.client.cancelConfirm({ cancel_ticket: await ticketByPassword(person.client) })
    if (!answer.ok) throw new Error(`not cancelled: ${answer.code}`)
    return { ...person, until: answer.data.restorable_until }
  }

  /** Signs in to a cancelled account, and answers the ticket that restores it. */
  const restoreTicket = async (account: string) => {
    const answer = await world.person().accountLoginV2({ account, password: goodPassword, need_frozen_user: 1 })
    if (answer.ok || answer.code !== 'account_cancelled') throw new Error('not cancelled')
    return { ...answer.data, ticket: answer.data.ticket ?? '' }
  }

  const activityOf = async (accountId: string) =>
    (await world.storage.activity.list(accountId, { limit: 100 })).map(({ kind }) => kind)

  it('happy: the check answers the losses, the blockers and the last day to restore the account', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const at = world.setting.now()
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const answer = await client.cancelCheck({})
    const username = (await world.storage.accounts.profile(userId))?.username
    expect(answer).toMatchObject({
      ok: true,
      data: {
        blockers: [],
        losses: [
          { kind: 'username', text: username },
          { kind: 'mobile', text: `+86 138****${mobile.slice(-4)}` },
          { kind: 'password', text: '' },
          { kind: 'platform', text: 'Ann', platform: 'example' },
        ],
      },
    })
    const days = answer.ok ? (Date.parse(answer.data.restorable_until) - at) / 86_400_000 : 0
    expect(days).toBeCloseTo(30, 2)
  })

  it('happy: cancelVerifyWay answers the ways of the account, with masked addresses', async () => {
    const { client, email } = await registerEmail(world)
    const answer = await client.cancelVerifyWay({})
    expect(answer).toMatchObject({
      ok: true,
      data: { ways: [{ way: 'email', masked: `p***${email.slice(email.indexOf('@'))}` }, { way: 'password' }] },
    })
  })

  it('happy: a code to the mobile, a code to the email and the password each prove it', async () => {
    const byMobile = await registerMobile(world)
    const byEmail = await registerEmail(world)
    const byPassword = await registerMobile(world)
    const tickets = [
      await proofBy(byMobile.client, 'mobile', () => world.codeTo(byMobile.mobile)),
      await proofBy(byEmail.client, 'email', () => world.codeTo(byEmail.email)),
      await ticketByPassword(byPassword.client),
    ]
    const clients = [byMobile.client, byEmail.client, byPassword.client]
    for (const [index, cancel_ticket] of tickets.entries())
      expect(await clients[index]?.cancelConfirm({ cancel_ticket })).toMatchObject({ ok: true })
  })

  it('happy: tickets of verifyMobile and verifyEmail entitle to it too', async () => {
    const { client, mobile } = await registerMobile(world)
    const byMobile = await proveMobile(world, client, mobile, 'cancellation')
    expect(await client.cancelConfirm({ cancel_ticket: byMobile })).toMatchObject({ ok: true })
    const other = await registerEmail(world)
    const byEmail = await proveEmail(world, other.client, other.email, 'cancellation')
    expect(await other.client.cancelConfirm({ cancel_ticket: byEmail })).toMatchObject({ ok: true })
  })

  it('happy: ends every session, is recorded, and sends a message with the time of the erasure', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const elsewhere = world.person({ jar: new CookieJar() })
    await elsewhere.accountLoginV2({ account: mobile, password: goodPassword })
    const answer = await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    expect(await elsewhere.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await client.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await activityOf(userId)).toContain('cancellation_asked')
    const [message] = await world.storage.outbox.newest(mobile, 1)
    const until = answer.ok ? answer.data.restorable_until : ''
    expect(message).toMatchObject({ purpose: 'cancellation_asked' })
    expect(message?.body).toContain(`will be erased on ${momentText('en', 'Asia/Shanghai', new Date(until))}`)
  })

  it('security: a session that began during the cancellation is refused, even after a restoration', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const late = world.person({ jar: new CookieJar() })
    await late.accountLoginV2({ account: mobile, password: goodPassword })
    // As if the sign-in had read before the cancellation and written after it.
    await world.storage.cancellations.begin(userId, world.setting.now() + 1_000_000)
    expect(await world.storage.sessions.living(userId, { seen: 0, begun: 0 })).toHaveLength(2)
    expect(await late.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
    expect(await late.checkLogin({})).toMatchObject({ ok: true, data: { signed_in: false } })
    expect(await client.sendCode({ mobile, type: mobilePurpose.verifyOld })).toMatchObject({ code: 'not_signed_in' })
    // Restoring the account does not revive it.
    await world.person().undoCancellation({ ticket: (await restoreTicket(mobile)).ticket })
    expect(await late.accountInfo({})).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('happy: every right sign-in answers account_cancelled, and starts no session', async () => {
    const { mobile, userId, until } = await cancelled()
    const { email } = await registerEmail(world)
    const username = (await world.storage.accounts.profile(userId))?.username ?? ''
    const expected = { ok: false, code: 'account_cancelled', data: { restorable_until: until } }
    const jar = new CookieJar()
    const client = world.person({ jar })
    const password = goodPassword
    expect(await client.accountLoginV2({ account: mobile, password })).toMatchObject(expected)
    expect(await client.passwordLogin({ username, password })).toMatchObject(expected)
    for (const login of ['smsLogin', 'smsLoginOnly'] as const) {
      await client.sendCode({ mobile, type: mobilePurpose.login })
      expect(await client[login]({ mobile, code: await world.codeTo(mobile) })).toMatchObject(expected)
    }
    // A number gets three codes a minute.
    world.passMinutes(2)
    await client.sendCode({ mobile, type: mobilePurpose.register })
    const again = await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })
    const ticket = again.ok || again.code !== 'already_registered' ? '' : (again.data.ticket ?? '')
    expect(await client.smsLoginContinue({ ticket })).toMatchObject(expected)
    expect(await client.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await world.storage.sessions.living(userId, { seen: 0, begun: 0 })).toEqual([])
    // An account that is not cancelled signs in as usual.
    expect(await client.emailLogin({ email, password })).toMatchObject({ ok: true })
  })

  it('security: a ticket that restores is answered to those who ask for it, by every way to sign in', async () => {
    const { client: owner, mobile, email, password, userId } = await registerBoth(world)
    const username = (await world.storage.accounts.profile(userId))?.username ?? ''
    await owner.cancelConfirm({ cancel_ticket: await ticketByPassword(owner) })
    const sms = async () => {
      const client = world.person()
      await client.sendCode({ mobile, type: mobilePurpose.login })
      return { client, mobile, code: await world.codeTo(mobile) }
    }
    type Asked = { need_frozen_user?: 1 }
    const ways: Record<string, (asked: Asked) => Promise<unknown>> = {
      accountLoginV2: (asked) => world.person().accountLoginV2({ account: email, password, ...asked }),
      passwordLogin: (asked) => world.person().passwordLogin({ username, password, ...asked }),
      emailLogin: (asked) => world.person().emailLogin({ email, password, ...asked }),
      emailCodeLogin: async (asked) => {
        const client = world.person()
        await client.sendEmailCode({ email, type: emailPurpose.login })
        return client.emailCodeLogin({ email, code: await world.codeTo(email), ...asked })
      },
      smsLogin: async (asked) => {
        const { client, ...typed } = await sms()
        return client.smsLogin({ ...typed, ...asked })
      },
      smsLoginOnly: async (asked) => {
        const { client, ...typed } = await sms()
        return client.smsLoginOnly({ ...typed, ...asked })
      },
    }
    for (const signIn of Object.values(ways)) {
      const bare = (await signIn({})) as { code: string; data: object }
      expect(bare.code).toBe('account_cancelled')
      expect(Object.keys(bare.data).sort()).toEqual(['restorable_until', 'time_zone'])
      world.passMinutes(2)
      expect(await signIn({ need_frozen_user: 1 })).toMatchObject({
        code: 'account_cancelled',
        data: { ticket: expect.any(String) },
      })
      world.passMinutes(2)
    }
  })

  it('happy: a sign-in with the email, by password or by code, answers account_cancelled too', async () => {
    const { client, email } = await registerEmail(world)
    await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({
      code: 'account_cancelled',
    })
    await world.person().sendEmailCode({ email, type: emailPurpose.login })
    const answer = await world.person().emailCodeLogin({ email, code: await world.codeTo(email) })
    expect(answer).toMatchObject({ code: 'account_cancelled' })
  })

  it('happy: a restoration signs in, is recorded, and sends a message', async () => {
    const { mobile, userId, until } = await cancelled()
    world.passMinutes(60)
    const { ticket, restorable_until } = await restoreTicket(mobile)
    expect(restorable_until).toBe(until)
    const client = world.person()
    expect(await client.undoCancellation({ ticket })).toMatchObject({
      ok: true,
      data: { user_id: userId, is_new_user: false },
    })
    expect(await client.accountInfo({})).toMatchObject({ ok: true, data: { user_id: userId } })
    expect(await activityOf(userId)).toEqual(
      expect.arrayContaining(['cancellation_asked', 'cancellation_undone', 'signed_in']),
    )
    expect((await world.storage.outbox.newest(mobile, 1))[0]).toMatchObject({ purpose: 'cancellation_undone' })
    const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    expect(session).toMatchObject({ way: 'restore' })
    expect(await world.person().accountLoginV2({ account: mobile, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('happy: a restored account can be cancelled again, with 30 new days', async () => {
    const { mobile, until } = await cancelled()
    world.passMinutes(24 * 60)
    const client = world.person()
    await client.undoCancellation({ ticket: (await restoreTicket(mobile)).ticket })
    const again = await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    expect(again.ok && Date.parse(again.data.restorable_until) - Date.parse(until)).toBeGreaterThan(23 * 3_600_000)
  })

  it('error: the check and the confirmation answer the blockers, and the ticket is not used up', async () => {
    const { client, mobile } = await registerMobile(blocked)
    expect(await client.cancelCheck({})).toMatchObject({ ok: true, data: { blockers: ['last_manager'] } })
    const cancel_ticket = await ticketByPassword(client)
    const refused = { ok: false, code: 'cancellation_blocked', data: { blockers: ['last_manager'] } }
    expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject(refused)
    expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject(refused)
    expect(await client.accountInfo({})).toMatchObject({ ok: true })
    expect((await blocked.storage.outbox.newest(mobile, 1))[0]).toMatchObject({ purpose: 'register' })
  })

  it('error: an expired or an invented ticket does not cancel', async () => {
    const { client, userId } = await registerMobile(world)
    const cancel_ticket = await ticketByPassword(client)
    world.passMinutes(16)
    for (const ticket of [cancel_ticket, 'a ticket that nobody issued'])
      expect(await client.cancelConfirm({ cancel_ticket: ticket })).toMatchObject({ code: 'ticket_refused' })
    expect((await world.storage.accounts.profile(userId))?.eraseAt).toBeNull()
  })

  it('security: a ticket of another account, session or purpose is refused', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const stranger = await registerMobile(world)
    const elsewhere = world.person({ jar: new CookieJar() })
    await elsewhere.accountLoginV2({ account: mobile, password: goodPassword })
    await client.sendCode({ mobile, type: mobilePurpose.notSignedIn })
    const proven = await client.validateCode({
      mobile,
      code: await world.codeTo(mobile),
      type: mobilePurpose.notSignedIn,
    })
    const asked = await client.cancelVerifyWay({})
    const tickets = [
      await ticketByPassword(stranger.client),
      await ticketByPassword(elsewhere),
      proven.ok ? proven.data.ticket : '',
      asked.ok ? asked.data.sms_code_key : '',
    ]
    for (const cancel_ticket of tickets)
      expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject({ code: 'ticket_refused' })
    expect((await world.storage.accounts.profile(userId))?.eraseAt).toBeNull()
  })

  it('security: a ticket for a mobile that was unbound is refused', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const cancel_ticket = await proveMobile(world, client, mobile, 'cancellation')
    await world.storage.accounts.unbind({ kind: 'mobile', value: mobile, accountId: userId })
    expect(await client.cancelConfirm({ cancel_ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: the cancellation calls need a session', async () => {
    const client = world.person()
    const cancel_ticket = 'a ticket that nobody issued'
    for (const answer of [
      await client.cancelVerifyWay({}),
      await client.cancelCheck({}),
      await client.cancelConfirm({ cancel_ticket }),
    ])
      expect(answer).toMatchObject({ ok: false, code: 'not_signed_in' })
  })

  it('security: without a proof nobody learns that an account is cancelled', async () => {
    const { mobile } = await cancelled()
    const client = world.person()
    const unknown = '+8613700000000'
    for (const account of [mobile, unknown])
      expect(await client.accountLoginV2({ account, password: 'not the password' })).toMatchObject({
        code: 'wrong_credentials',
        data: {},
      })
    expect(await client.sendCode({ mobile, type: mobilePurpose.login })).toMatchObject({ ok: true })
    const code = otherThan(await world.codeTo(mobile))
    expect(await client.smsLoginOnly({ mobile, code })).toMatchObject({ code: 'code_wrong' })
    await client.sendCode({ mobile, type: mobilePurpose.register })
    expect(await client.registerByMobile({ mobile, code })).toMatchObject({ code: 'code_wrong' })
  })

  it('security: of 20 confirmations at once, with one ticket or with one each, one cancels', async () => {
    const one = await registerMobile(world)
    const ticket = await ticketByPassword(one.client)
    const many = await registerMobile(world)
    const tickets: string[] = []
    // Each proof renews the session token, so all calls share one cookie jar.
    for (let index = 0; index < 20; index += 1) tickets.push(await ticketByPassword(many.client))
    const rounds = [
      await Promise.all(tickets.map(() => one.client.cancelConfirm({ cancel_ticket: ticket }))),
      await Promise.all(tickets.map((cancel_ticket) => many.client.cancelConfirm({ cancel_ticket }))),
    ]
    for (const answers of rounds) {
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      for (const answer of answers)
        if (!answer.ok) expect(['ticket_refused', 'not_signed_in', 'form_token_refused']).toContain(answer.code)
    }
    for (const { userId, mobile } of [one, many]) {
      expect((await activityOf(userId)).filter((kind) => kind === 'cancellation_asked')).toHaveLength(1)
      const messages = await world.storage.outbox.newest(mobile, 100)
      expect(messages.filter(({ purpose }) => purpose === 'cancellation_asked')).toHaveLength(1)
    }
  })

  it('security: of 20 restorations at once, with one ticket or with one each, one succeeds', async () => {
    const one = await cancelled()
    const { ticket } = await restoreTicket(one.mobile)
    const many = await cancelled()
    const tickets: string[] = []
    for (let index = 0; index < 20; index += 1) tickets.push((await restoreTicket(many.mobile)).ticket)
    const rounds = [
      await Promise.all(tickets.map(() => world.person().undoCancellation({ ticket }))),
      await Promise.all(tickets.map((each) => world.person().undoCancellation({ ticket: each }))),
    ]
    for (const answers of rounds) {
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('ticket_refused')
    }
    for (const { userId } of [one, many]) {
      expect((await activityOf(userId)).filter((kind) => kind === 'cancellation_undone')).toHaveLength(1)
      expect(await world.storage.sessions.living(userId, { seen: 0, begun: 0 })).toHaveLength(1)
    }
  })

  it('security: a ticket to restore expires after 15 minutes and is valid for one cancellation', async () => {
    const late = await cancelled()
    const old = await restoreTicket(late.mobile)
    world.passMinutes(16)
    expect(await world.person().undoCancellation({ ticket: old.ticket })).toMatchObject({ code: 'ticket_refused' })

    const twice = await cancelled()
    const [first, second] = [await restoreTicket(twice.mobile), await restoreTicket(twice.mobile)]
    const client = world.person()
    await client.undoCancellation({ ticket: first.ticket })
    world.passMinutes(1)
    await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    expect(await world.person().undoCancellation({ ticket: second.ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a password reset ends earlier tickets to restore, and the new password signs in to a new one', async () => {
    const { mobile } = await cancelled()
    const before = await restoreTicket(mobile)
    const client = world.person()
    const password = 'another calm river'
    await client.sendCode({ mobile, type: mobilePurpose.resetPassword })
    const reset = await client.resetPasswordByMobile({ mobile, code: await world.codeTo(mobile), password })
    // The password is new, and the sign-in that follows is offered the restoration.
    expect(reset).toMatchObject({ code: 'account_cancelled' })
    expect(await client.undoCancellation({ ticket: before.ticket })).toMatchObject({ code: 'ticket_refused' })
    const answer = await client.accountLoginV2({ account: mobile, password, need_frozen_user: 1 })
    const ticket = !answer.ok && answer.code === 'account_cancelled' ? (answer.data.ticket ?? '') : ''
    expect(await client.undoCancellation({ ticket })).toMatchObject({ ok: true })
  })

  it('security: disowning a cancellation undoes it, and ends the password and earlier tickets to restore', async () => {
    const { mobile, userId } = await cancelled()
    const [message] = await world.storage.outbox.newest(mobile, 1)
    const ticket = new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
    const before = await restoreTicket(mobile)
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect((await world.storage.accounts.profile(userId))?.eraseAt).toBeNull()
    expect(await activityOf(userId)).toEqual(expect.arrayContaining(['cancellation_undone', 'account_secured']))
    expect(await world.person().undoCancellation({ ticket: before.ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await world.person().accountLoginV2({ account: mobile, password: goodPassword })).toMatchObject({
      code: 'wrong_credentials',
    })
  })

  it('security: the link about an earlier change still works after a cancellation', async () => {
    const { client, mobile, userId } = await registerMobile(world)
    const account = await world.storage.accounts.profile(userId)
    if (!account) throw new Error('no account')
    await world.storage.transaction((stores) =>
      tellAddresses(world.setting, stores, { account, change: 'password_changed' }),
    )
    const [message] = await world.storage.outbox.newest(mobile, 1)
    await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    const ticket = new URL(message?.link ?? '').searchParams.get('ticket') ?? ''
    expect(await world.person().secureAccount({ ticket })).toMatchObject({ ok: true })
    expect((await world.storage.accounts.profile(userId))?.eraseAt).toBeNull()
  })

  it('happy: unbinding a lost mobile of a cancelled account answers account_cancelled', async () => {
    const { client, email, userId } = await registerEmail(world)
    const at = world.setting.now()
    await world.storage.accounts.bind({ kind: 'mobile', value: freshMobile(), accountId: userId, at })
    await client.cancelConfirm({ cancel_ticket: await ticketByPassword(client) })
    const person = world.person()
    await person.sendEmailCode({ email, type: emailPurpose.notSignedIn })
    const code = await world.codeTo(email)
    const proven = await person.validateEmailCode({ email, code, type: emailPurpose.notSignedIn })
    const lost = { ticket: proven.ok ? proven.data.ticket : '', password: goodPassword }
    const unbound = await person.unbindUnusableMobile(lost)
    const ticket = !unbound.ok && unbound.code === 'account_cancelled' ? (unbound.data.ticket ?? '') : ''
    expect(await person.undoCancellation({ ticket })).toMatchObject({ ok: true, data: { user_id: userId } })
    expect(await person.accountInfo({})).toMatchObject({ ok: true, data: { mobile: null } })
  })

  it('security: the mobile of a cancelled account stays taken until the erasure', async () => {
    const { mobile } = await cancelled()
    world.passMinutes(thirtyDaysInMinutes - 60)
    const client = world.person()
    await client.sendCode({ mobile, type: mobilePurpose.register })
    expect(await client.registerByMobile({ mobile, code: await world.codeTo(mobile) })).toMatchObject({
      code: 'already_registered',
    })
  })
})
