import { describe, expect, it } from 'vitest'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { freshEmail, freshMobile, goodPassword, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('sign-in on $name', (database) => {
  const world = worldOn(database)

  const usernameOf = async (client: Awaited<ReturnType<typeof registerMobile>>['client']) => {
    const info = await client.accountInfo({})
    return info.ok ? info.data.username : ''
  }

  /** A proven mobile without an account, with its ticket. */
  const unregisteredTicket = async () => {
    const mobile = freshMobile()
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.loginOnly })
    const answer = await person.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })
    return { mobile, ticket: !answer.ok && answer.code === 'not_registered' ? answer.data.ticket : '' }
  }

  it('happy: a mobile in any notation signs in with the password', async () => {
    const { mobile, userId } = await registerMobile(world)
    const typed = [
      mobile,
      mobile.replace('+86', '0086'),
      mobile.replace('+86', ''),
      ` ${mobile.slice(3, 6)} ${mobile.slice(6)}`,
    ]
    for (const account of typed)
      expect(await world.person().accountLoginV2({ account, password: goodPassword })).toMatchObject({
        data: { user_id: userId },
      })
  })

  it('happy: an email in any case signs in with the password', async () => {
    const { email, userId } = await registerEmail(world)
    expect(await world.person().accountLoginV2({ account: email.toUpperCase(), password: goodPassword })).toMatchObject(
      {
        data: { user_id: userId },
      },
    )
    expect(await world.person().emailLogin({ email, password: goodPassword })).toMatchObject({
      data: { user_id: userId },
    })
  })

  it('happy: a username signs in with the password', async () => {
    const { client, userId } = await registerMobile(world)
    const username = await usernameOf(client)
    expect(await world.person().passwordLogin({ username, password: goodPassword })).toMatchObject({
      data: { user_id: userId, is_new_user: false },
    })
  })

  it('happy: a password with composed characters matches when typed with combining ones', async () => {
    const { mobile } = await registerMobile(world, { password: 'caf\u00e9 at the harbour' })
    expect(await world.person().passwordLogin({ mobile, password: 'cafe\u0301 at the harbour' })).toMatchObject({
      ok: true,
    })
  })

  it('happy: an SMS code signs in to the account of its mobile', async () => {
    const { mobile, userId } = await registerMobile(world)
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.login })
    expect(await person.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })).toMatchObject({
      data: { user_id: userId, is_new_user: false },
    })
  })

  it('happy: with login_only, an SMS code registers nobody, and gets the ticket of smsLoginOnly', async () => {
    const person = world.person()
    const mobile = freshMobile()
    await person.sendCode({ mobile, type: mobilePurpose.login })
    const answer = await person.smsLogin({ mobile, code: await world.codeTo(mobile), login_only: 1 })
    expect(answer).toMatchObject({ ok: false, code: 'not_registered' })
    expect(await world.storage.accounts.holderOf('mobile', mobile)).toBeUndefined()
    const ticket = !answer.ok && answer.code === 'not_registered' ? answer.data.ticket : ''
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ ok: true, data: { is_new_user: true } })
  })

  it('happy: an email code signs in to the account of its email', async () => {
    const { email, userId } = await registerEmail(world)
    const person = world.person()
    await person.sendEmailCode({ email, type: emailPurpose.login })
    expect(await person.emailCodeLogin({ email, code: await world.codeTo(email) })).toMatchObject({
      data: { user_id: userId },
    })
  })

  it('happy: the ticket of a proven mobile without an account registers and signs in', async () => {
    const { ticket } = await unregisteredTicket()
    const person = world.person()
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ ok: true, data: { is_new_user: true } })
    expect(await person.checkLogin({})).toMatchObject({ data: { signed_in: true } })
  })

  it('security: of 20 uses of one ticket at once, one succeeds', async () => {
    const { ticket } = await unregisteredTicket()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.person().smsLoginContinue({ ticket })))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'ticket_refused')).toHaveLength(19)
  })

  it('security: two tickets of one mobile used at once create one account', async () => {
    const mobile = freshMobile()
    const tickets = []
    for (let proofs = 0; proofs < 2; proofs++) {
      const person = world.person()
      await person.sendCode({ mobile, type: mobilePurpose.login })
      const answer = await person.smsLoginOnly({ mobile, code: await world.codeTo(mobile) })
      tickets.push(!answer.ok && answer.code === 'not_registered' ? answer.data.ticket : '')
    }
    const entered = await Promise.all(tickets.map((ticket) => world.person().smsLoginContinue({ ticket })))
    expect(entered.map((answer) => answer.ok)).toEqual([true, true])
    const [first, second] = entered.map((answer) => answer.ok && answer.data.user_id)
    expect(first).toBe(second)
  })

  it('error: a ticket expires after 15 minutes', async () => {
    const { ticket } = await unregisteredTicket()
    world.passMinutes(15)
    expect(await world.person().smsLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: a ticket of another purpose is refused', async () => {
    const { mobile } = await registerMobile(world)
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.notSignedIn })
    const proof = await person.validateCode({
      mobile,
      code: await world.codeTo(mobile),
      type: mobilePurpose.notSignedIn,
    })
    const ticket = proof.ok ? proof.data.ticket : ''
    expect(await person.smsLoginContinue({ ticket })).toMatchObject({ code: 'ticket_refused' })
  })

  it('security: an unknown account, one without a password and a wrong password get the same answer', async () => {
    const { mobile: known } = await registerMobile(world)
    const without = freshMobile()
    const person = world.person()
    await person.sendCode({ mobile: without, type: mobilePurpose.login })
    await person.smsLogin({ mobile: without, code: await world.codeTo(without) })
    const answers = await Promise.all(
      [known, without, freshMobile()].map((mobile) =>
        world.person().passwordLogin({ mobile, password: 'not that one' }),
      ),
    )
    for (const answer of answers)
      expect({ ...answer, logId: '' }).toEqual({
        ok: false,
        code: 'wrong_credentials',
        description: 'wrong_credentials',
        data: {},
        logId: '',
      })
  })

  /** A visitor who solves every captcha that a password sign-in asks for. */
  const insistent = (address: string) => {
    const jar = new CookieJar()
    return (typed: { mobile?: string; email?: string; password: string }) =>
      world.insist({ address, jar }, (client) => client.passwordLogin(typed))
  }

  it('error: after five wrong passwords for an account, a captcha is required from every client address', async () => {
    const { mobile, password } = await registerMobile(world)
    for (let tries = 0; tries < 5; tries++)
      await world.person({ address: `192.0.2.${60 + tries}` }).passwordLogin({ mobile, password: 'wrong' })
    expect(await world.person({ address: '192.0.2.70' }).passwordLogin({ mobile, password })).toMatchObject({
      code: 'captcha_required',
      data: { decision: { code: 3059, subtype: 'text' } },
    })
  })

  it('error: after five wrong passwords from a client address, a captcha is required for every account', async () => {
    const person = world.person({ address: '192.0.2.71' })
    for (let tries = 0; tries < 5; tries++) await person.passwordLogin({ mobile: freshMobile(), password: 'wrong' })
    const { mobile, password } = await registerMobile(world)
    expect(await person.passwordLogin({ mobile, password })).toMatchObject({ code: 'captcha_required' })
  })

  it('happy: the right password signs in after a solved captcha', async () => {
    const { mobile, password } = await registerMobile(world)
    const tryPassword = insistent('192.0.2.72')
    for (let tries = 0; tries < 6; tries++) await tryPassword({ mobile, password: 'wrong' })
    expect(await tryPassword({ mobile, password })).toMatchObject({ ok: true })
  })

  it('happy: right passwords do not count as wrong ones', async () => {
    const { mobile, password } = await registerMobile(world)
    for (let times = 0; times < 7; times++)
      expect(await world.person({ address: '192.0.2.73' }).passwordLogin({ mobile, password })).toMatchObject({
        ok: true,
      })
  })

  it('error: ten wrong passwords lock the password for 15 minutes', async () => {
    const { mobile, password } = await registerMobile(world)
    const tryPassword = insistent('192.0.2.50')
    for (let tries = 0; tries < 10; tries++)
      expect(await tryPassword({ mobile, password: 'wrong' })).toMatchObject({ code: 'wrong_credentials' })
    expect(await tryPassword({ mobile, password })).toMatchObject({ code: 'password_locked' })
    world.passMinutes(15)
    expect(await tryPassword({ mobile, password })).toMatchObject({ ok: true })
  })

  it('security: of 40 guesses at once, five are checked', async () => {
    const { mobile } = await registerMobile(world)
    const person = world.person({ address: '192.0.2.51' })
    await person.checkLogin({})
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => person.passwordLogin({ mobile, password: `guess ${guess}` })),
    )
    expect(answers.filter((answer) => !answer.ok && answer.code === 'wrong_credentials')).toHaveLength(5)
  })

  it('security: a stranger’s lock leaves other client addresses and other sign-in methods open', async () => {
    const { mobile, password } = await registerMobile(world)
    const stranger = insistent('192.0.2.52')
    for (let tries = 0; tries < 11; tries++) await stranger({ mobile, password: 'wrong' })
    expect(await insistent('192.0.2.53')({ mobile, password })).toMatchObject({ ok: true })
    const owner = world.person({ address: '192.0.2.52' })
    await owner.sendCode({ mobile, type: mobilePurpose.login })
    expect(await owner.smsLogin({ mobile, code: await world.codeTo(mobile) })).toMatchObject({ ok: true })
  })

  it('security: an unknown account needs a captcha and locks like a known one', async () => {
    const known = (await registerEmail(world)).email
    const outcomes = async (email: string, address: string) => {
      const tryPassword = insistent(address)
      const answers = []
      for (let tries = 0; tries < 11; tries++) answers.push(await tryPassword({ email, password: 'wrong' }))
      return answers.map((answer) => !answer.ok && answer.code)
    }
    const forKnown = await outcomes(known, '192.0.2.54')
    expect(forKnown.at(-1)).toBe('password_locked')
    expect(await outcomes(freshEmail(), '192.0.2.55')).toEqual(forKnown)
  })

  it('security: a copied session token is refused after the sign-out', async () => {
    const { jar, client } = await registerMobile(world)
    const stolen = new CookieJar(jar.toJSON())
    expect(await world.person({ jar: stolen }).accountInfo({})).toMatchObject({ ok: true })
    expect(await client.logout({})).toMatchObject({ ok: true })
    expect(await world.person({ jar: stolen }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(jar.get('passport_session')).toBeUndefined()
  })

  it('happy: signing out everywhere ends the other sessions', async () => {
    const { mobile, client } = await registerMobile(world)
    const other = world.person()
    await other.passwordLogin({ mobile, password: goodPassword })
    await client.logout({ all: 1 })
    expect(await other.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('happy: kick_other=1 ends every other session', async () => {
    const { mobile, client } = await registerMobile(world)
    const other = world.person()
    await other.passwordLogin({ mobile, password: goodPassword, kick_other: 1 })
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(await other.accountInfo({})).toMatchObject({ ok: true })
  })

  it('error: a session expires after 14 idle days', async () => {
    const { client } = await registerMobile(world)
    world.passMinutes(14 * 24 * 60 + 1)
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('error: a session in use expires after 90 days', async () => {
    const { client } = await registerMobile(world)
    for (let week = 0; week < 12; week++) {
      world.passMinutes(7 * 24 * 60)
      expect(await client.accountInfo({})).toMatchObject({ ok: true })
    }
    world.passMinutes(7 * 24 * 60)
    expect(await client.accountInfo({})).toMatchObject({ code: 'not_signed_in' })
  })

  it('security: an invented session token is refused', async () => {
    const jar = new CookieJar({ passport_session: 'x'.repeat(43) })
    expect(await world.person({ jar }).accountInfo({})).toMatchObject({ code: 'not_signed_in' })
    expect(jar.get('passport_session')).toBeUndefined()
  })
})
