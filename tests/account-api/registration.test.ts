import { describe, expect, it } from 'vitest'
import type { Client } from '../../contract/client'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { freshEmail, freshMobile, goodPassword, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('registration on $name', (database) => {
  const reserved = 'reserved@example.com'
  const world = worldOn(database, { testCodes: new Map([[reserved, '123456']]) })

  const mobileWithCode = async (mobile = freshMobile()) => {
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.register })
    return { mobile, person, code: await world.codeTo(mobile) }
  }

  const emailWithCode = async (email = freshEmail()) => {
    const person = world.person()
    await person.sendEmailCode({ email, type: emailPurpose.register })
    return { email, person, code: await world.codeTo(email) }
  }

  /** Registers an unproven email, and solves the captcha that it asks for. */
  const registerUnverified = (email: string, password: string, jar = new CookieJar()) =>
    world.insist({ jar }, (client) => client.registerByEmailUnverified({ email, password }))

  it('happy: a mobile registers and signs in', async () => {
    const { client, mobile } = await registerMobile(world)
    expect(await client.accountInfo({})).toMatchObject({
      data: { mobile: `+86 138****${mobile.slice(-4)}`, email: null, has_password: true },
    })
  })

  it('happy: a mobile registers without a password', async () => {
    const { mobile, person, code } = await mobileWithCode()
    expect(await person.registerByMobile({ mobile, code })).toMatchObject({ ok: true, data: { is_new_user: true } })
    expect(await person.accountInfo({})).toMatchObject({ data: { has_password: false } })
  })

  it('happy: an email registers and signs in', async () => {
    const { client } = await registerEmail(world)
    expect(await client.accountInfo({})).toMatchObject({
      data: { mobile: null, email: 'p***@example.com', email_verified: true },
    })
  })

  it('happy: a mobile and an email register together', async () => {
    const { mobile, person, code } = await mobileWithCode()
    const { email, code: email_code } = await emailWithCode()
    const given = { mobile, code, email, email_code, password: goodPassword }
    expect(await person.registerByMobileAndEmail(given)).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ email, password: goodPassword })).toMatchObject({ ok: true })
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('happy: the version of the terms agreed to is kept and exported, however the account was created', async () => {
    const agreed = { terms_version: '2026-12' }
    const [mobile, bothMobile, code1, code2] = [freshMobile(), freshMobile(), freshMobile(), freshMobile()]
    const password = goodPassword
    const register = mobilePurpose.register
    const codeTo = async (to: string, type: number) => {
      const sender = world.person()
      await (to.includes('@') ? sender.sendEmailCode({ email: to, type }) : sender.sendCode({ mobile: to, type }))
      return world.codeTo(to)
    }
    const [email, bothEmail] = [freshEmail(), freshEmail()]
    const ticketOf = async (to: string) => {
      const answer = await world.person().smsLoginOnly({ mobile: to, code: await codeTo(to, mobilePurpose.loginOnly) })
      return answer.ok ? '' : ((answer.data as { ticket?: string }).ticket ?? '')
    }
    const inputs = {
      mobile: { mobile, code: await codeTo(mobile, register), password, ...agreed },
      email: { email, code: await codeTo(email, emailPurpose.register), password, ...agreed },
      both: {
        mobile: bothMobile,
        code: await codeTo(bothMobile, register),
        email: bothEmail,
        email_code: await codeTo(bothEmail, emailPurpose.register),
        password,
        ...agreed,
      },
      smsLogin: { mobile: code1, code: await codeTo(code1, mobilePurpose.login), ...agreed },
      continued: { ticket: await ticketOf(code2), ...agreed },
    }
    const ways = [
      (client: Client) => client.registerByMobile(inputs.mobile),
      (client: Client) => client.registerByEmail(inputs.email),
      (client: Client) => client.registerByMobileAndEmail(inputs.both),
      (client: Client) => client.smsLogin(inputs.smsLogin),
      (client: Client) => client.smsLoginContinue(inputs.continued),
    ]
    for (const way of ways) {
      const client = world.person({ jar: new CookieJar() })
      expect(await way(client)).toMatchObject({ ok: true, data: { is_new_user: true } })
      const exported = await client.exportData({})
      expect(exported).toMatchObject({ ok: true, data: { data: { accounts: [{ terms_version: '2026-12' }] } } })
    }
    const { client } = await registerMobile(world)
    expect(await client.exportData({})).toMatchObject({ data: { data: { accounts: [{ terms_version: null }] } } })
  })

  it('happy: a user-only registration by mobile starts no session', async () => {
    const { mobile, person, code } = await mobileWithCode()
    const answer = await person.registerUserOnlyByMobile({ mobile, code, password: goodPassword })
    expect(answer).toMatchObject({ ok: true })
    expect(await person.checkLogin({})).toMatchObject({ data: { signed_in: false } })
    expect(await world.person().passwordLogin({ mobile, password: goodPassword })).toMatchObject({
      data: { user_id: answer.ok && answer.data.user_id },
    })
  })

  it('happy: a user-only registration by email starts no session', async () => {
    const { email, person, code } = await emailWithCode()
    expect(await person.registerUserOnlyByEmail({ email, code, password: goodPassword })).toMatchObject({ ok: true })
    expect(await person.checkLogin({})).toMatchObject({ data: { signed_in: false } })
  })

  it.each([
    ['a password of seven characters', 'a b c d', 'too_short'],
    ['a password of more than 128 characters', 'long '.repeat(26), 'too_long'],
    ['a common password', 'Password1', 'common'],
  ])('error: %s is refused, and the code stays valid', async (_what, password, reason) => {
    const { mobile, person, code } = await mobileWithCode()
    expect(await person.registerByMobile({ mobile, code, password })).toMatchObject({
      code: 'password_refused',
      data: { reason },
    })
    expect(await person.registerByMobile({ mobile, code, password: goodPassword })).toMatchObject({ ok: true })
  })

  it('error: a password made from the email is refused', async () => {
    const { email, person, code } = await emailWithCode('margaret.hamilton@example.com')
    const answer = await person.registerByEmail({ email, code, password: 'Margaret.Hamilton1' })
    expect(answer).toMatchObject({ code: 'password_refused', data: { reason: 'own_identifier' } })
  })

  it('happy: the length of a password counts characters, not bytes', async () => {
    const { mobile, person, code } = await mobileWithCode()
    const password = '月亮河边的小船儿'
    expect(await person.registerByMobile({ mobile, code, password })).toMatchObject({ ok: true })
  })

  it('error: the failure names the field of the wrong code, and neither code is used up', async () => {
    const { mobile, person, code } = await mobileWithCode()
    const { email, code: email_code } = await emailWithCode()
    const given = { mobile, code, email, password: goodPassword }
    expect(await person.registerByMobileAndEmail({ ...given, email_code: otherThan(email_code) })).toMatchObject({
      code: 'code_wrong',
      data: { field: 'email_code', tries_left: 4 },
    })
    expect(await person.registerByMobileAndEmail({ ...given, email_code })).toMatchObject({ ok: true })
  })

  it('security: a bound mobile is answered like a free one until the code is right', async () => {
    const { mobile } = await registerMobile(world)
    world.passMinutes(1)
    const { person, code } = await mobileWithCode(mobile)
    expect(await person.registerByMobile({ mobile, code: otherThan(code) })).toMatchObject({
      code: 'code_wrong',
      data: { tries_left: 4 },
    })
    expect(await person.registerByMobile({ mobile, code })).toMatchObject({
      code: 'already_registered',
      data: { field: 'mobile' },
    })
  })

  it('happy: the ticket for a proven mobile that is bound signs in to its account', async () => {
    const { mobile, userId } = await registerMobile(world)
    world.passMinutes(1)
    const { person, code } = await mobileWithCode(mobile)
    const taken = await person.registerByMobile({ mobile, code })
    const ticket = !taken.ok && taken.code === 'already_registered' ? (taken.data.ticket ?? '') : ''
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ data: { user_id: userId, is_new_user: false } })
  })

  it('happy: the ticket for a proven email that is bound signs in to its account, once, and proves the email', async () => {
    const { email, userId } = await registerEmail(world)
    world.passMinutes(1)
    const { person, code } = await emailWithCode(email)
    const taken = await person.registerByEmail({ email, code, password: goodPassword })
    expect(taken).toMatchObject({ code: 'already_registered', data: { field: 'email' } })
    const ticket = !taken.ok && taken.code === 'already_registered' ? (taken.data.ticket ?? '') : ''
    // It is no ticket for a mobile.
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
    expect(await person.emailLoginContinue({ ticket })).toMatchObject({ data: { user_id: userId, is_new_user: false } })
    expect(await world.person().emailLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
    const [session] = await world.storage.sessions.living(userId, { seen: 0, begun: 0 })
    expect(session).toMatchObject({
      way: 'email',
      factors: { mobile: null, email: expect.any(Number), password: null },
    })
  })

  it('error: a registration that fails on a bound email does not bind the mobile', async () => {
    const { email } = await registerEmail(world)
    world.passMinutes(1)
    const { mobile, person, code } = await mobileWithCode()
    const { code: email_code } = await emailWithCode(email)
    const given = { mobile, code, email, email_code, password: goodPassword }
    expect(await person.registerByMobileAndEmail(given)).toMatchObject({
      code: 'already_registered',
      data: { field: 'email' },
    })
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
  })

  it('security: of 20 registrations of one mobile at once, one succeeds', async () => {
    const { mobile, code } = await mobileWithCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.person().registerByMobile({ mobile, code, password: goodPassword })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('security: an unproven email gets the same answer bound or free, and its holder keeps it', async () => {
    const { email, userId } = await registerEmail(world)
    const answers = [
      await registerUnverified(email, 'another river at night'),
      await registerUnverified(freshEmail(), 'another river at night'),
    ]
    expect(answers.map((answer) => answer.ok)).toEqual([true, true])
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({
      data: { user_id: userId },
    })
    expect(await world.person().emailLogin({ email, password: 'another river at night' })).toMatchObject({
      code: 'wrong_credentials',
    })
  })

  it('happy: the username of the answer signs in until the email is proven, and afterwards', async () => {
    const email = freshEmail()
    const registered = await registerUnverified(email, goodPassword)
    const username = registered.ok ? registered.data.username : ''
    const claimant = world.person()
    expect(await claimant.accountLoginV2({ account: username, password: goodPassword })).toMatchObject({ ok: true })
    expect(await claimant.accountInfo({})).toMatchObject({ data: { email: 'p***@example.com', email_verified: false } })
    await registerEmail(world, { email, password: 'the owner of the address' })
    const again = { account: username, password: goodPassword }
    expect(await world.person().accountLoginV2(again)).toMatchObject({ ok: true })
  })

  it('attack: a stranger claims an email and tries to sign in with it, to learn whether it has an account', async () => {
    const { email: bound } = await registerEmail(world)
    const play = async (email: string) => {
      const password = 'another river at night'
      const claimed = await registerUnverified(email, password)
      const person = () => world.person()
      const answers = [
        await person().emailLogin({ email, password }),
        await person().accountLoginV2({ account: email, password }),
        await person().passwordLogin({ email, password }),
        await person().verifyPassword({ account: email, password }),
      ]
      return [claimed.ok, ...answers.map((answer) => !answer.ok && answer.code)]
    }
    const free = await play(freshEmail())
    expect(free).toEqual([true, ...Array.from({ length: 4 }, () => 'wrong_credentials')])
    expect(await play(bound)).toEqual(free)
  })

  it('attack: a stranger claims one email again and again, to fill its mailbox', async () => {
    const email = freshEmail()
    const answers = []
    for (let nth = 0; nth < 8; nth++) answers.push(await registerUnverified(email, goodPassword))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await world.messagesTo(email)).toBe(3)
    world.passMinutes(28 * 60)
    await registerUnverified(email, goodPassword)
    expect(await world.messagesTo(email)).toBe(4)
  })

  it('happy: an unproven email gets a message with the username, unless it is reserved for tests', async () => {
    const email = freshEmail()
    const registered = await registerUnverified(email, goodPassword)
    const [message] = await world.storage.outbox.newest(email, 1)
    expect(message?.body).toContain(`sign in with the username ${registered.ok ? registered.data.username : ''} and`)
    expect(await world.messagesTo(email)).toBe(1)
    expect(await registerUnverified(reserved, goodPassword)).toMatchObject({ ok: true })
    expect(await world.messagesTo(reserved)).toBe(0)
  })

  it('security: every registration with an unproven email needs a captcha', async () => {
    const input = { email: freshEmail(), password: goodPassword }
    expect(await world.person().registerByEmailUnverified({ ...input, recaptcha_token: 'made up' })).toMatchObject({
      code: 'captcha_required',
      data: { decision: { code: 99996, subtype: 'whirl' } },
    })
  })

  it('happy: registered checks answer yes or no, each after a captcha', async () => {
    const { mobile } = await registerMobile(world)
    const { email } = await registerEmail(world)
    const visitor = { address: '203.0.113.20', jar: new CookieJar() }
    const asksMobile = (asked: string) =>
      world.insist(visitor, (client) => client.isMobileRegistered({ mobile: asked }))
    expect(await world.person().isMobileRegistered({ mobile })).toMatchObject({
      code: 'captcha_required',
      data: { decision: { code: 3060, subtype: '3d' } },
    })
    expect(await asksMobile(mobile)).toMatchObject({ data: { is_registered: true } })
    expect(await asksMobile(freshMobile())).toMatchObject({ data: { is_registered: false } })
    expect(await world.insist(visitor, (client) => client.isEmailRegistered({ email }))).toMatchObject({
      data: { is_registered: true },
    })
  })

  it('security: registered checks are limited by client address', async () => {
    const visitor = { address: '203.0.113.21', jar: new CookieJar() }
    const answers = []
    for (let asked = 0; asked < 11; asked++)
      answers.push(await world.insist(visitor, (client) => client.isEmailRegistered({ email: freshEmail() })))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ code: 'too_many_requests' })
  })
})
