import { describe, expect, it } from 'vitest'
import { lookAtCode } from '../../account-api/domain/code/code'
import { CookieJar } from '../../contract/cookie-jar'
import { emailPurpose, mobilePurpose } from '../../contract/purposes'
import { databases } from '../fixtures/databases'
import { otherThan } from '../fixtures/post-office'
import { captchaOf, freshEmail, freshMobile, openWorld, registerEmail, registerMobile, worldOn } from './world'

describe.each(databases)('codes on $name', (database) => {
  const world = worldOn(database)

  const type = mobilePurpose.notSignedIn
  /** A registered mobile and the code that was just sent to it. */
  const sentTo = async () => {
    const { mobile } = await registerMobile(world)
    const person = world.person()
    await person.sendCode({ mobile, type })
    return { mobile, person, code: await world.codeTo(mobile) }
  }

  it('happy: a code of six digits gives a ticket', async () => {
    const { mobile, person, code } = await sentTo()
    expect(code).toMatch(/^\d{6}$/)
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it('happy: the answer masks the address and says when to ask again', async () => {
    const mobile = freshMobile()
    const sent = await world.person().sendCode({ mobile, type: mobilePurpose.register })
    expect(sent).toMatchObject({ ok: true, data: { retry_after: 60 } })
    expect(sent.ok && sent.data.mobile).toBe(`+86 138****${mobile.slice(-4)}`)
  })

  it('happy: checkCode does not use up a right code', async () => {
    const { mobile, person, code } = await sentTo()
    expect(await person.checkCode({ mobile, code, type })).toMatchObject({ ok: true, data: { valid: true } })
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it('happy: the purposes 7 and 24 are the same', async () => {
    const mobile = freshMobile()
    const person = world.person()
    await person.sendCode({ mobile, type: mobilePurpose.loginOnly })
    expect(await person.smsLogin({ mobile, code: await world.codeTo(mobile) })).toMatchObject({ ok: true })
  })

  it('error: a wrong code answers how many tries are left', async () => {
    const { mobile, person, code } = await sentTo()
    expect(await person.validateCode({ mobile, code: otherThan(code), type })).toMatchObject({
      code: 'code_wrong',
      data: { field: 'code', tries_left: 4 },
    })
  })

  it('error: checkCode counts a wrong code as a try', async () => {
    const { mobile, person, code } = await sentTo()
    expect(await person.checkCode({ mobile, code: otherThan(code), type })).toMatchObject({
      data: { valid: false, tries_left: 4 },
    })
    expect(await person.validateCode({ mobile, code: otherThan(code), type })).toMatchObject({
      data: { tries_left: 3 },
    })
  })

  it('error: checkCode and checkEmailCode answer how many tries a code has left', async () => {
    const { mobile, person, code } = await sentTo()
    const byMobile = async (typed: string) => {
      const looked = await person.checkCode({ mobile, code: typed, type })
      return looked.ok && looked.data
    }
    expect(await byMobile(code)).toEqual({ valid: true, tries_left: 5 })
    expect(await byMobile(otherThan(code))).toEqual({ valid: false, tries_left: 4 })
    expect(await byMobile(code)).toEqual({ valid: true, tries_left: 4 })
    for (const left of [3, 2, 1, 0]) expect(await byMobile(otherThan(code))).toEqual({ valid: false, tries_left: left })
    expect(await byMobile(code)).toEqual({ valid: false, tries_left: 0 })

    const email = freshEmail()
    const asked = { email, type: emailPurpose.register }
    await person.sendEmailCode(asked)
    const sent = await world.codeTo(email)
    const byEmail = async (typed: string) => {
      const looked = await person.checkEmailCode({ ...asked, code: typed })
      return looked.ok && looked.data
    }
    expect(await byEmail(otherThan(sent))).toEqual({ valid: false, tries_left: 4 })
    expect(await byEmail(sent)).toEqual({ valid: true, tries_left: 4 })
  })

  it('error: a used code is answered as used', async () => {
    const { mobile, person, code } = await sentTo()
    await person.validateCode({ mobile, code, type })
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ code: 'code_used' })
  })

  it('error: a code expires after 10 minutes', async () => {
    const { mobile, person, code } = await sentTo()
    world.passMinutes(10)
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ code: 'code_expired' })
  })

  it('error: the fifth wrong try ends a code, and the right one is refused too', async () => {
    const { mobile, person, code } = await sentTo()
    for (let tries = 1; tries < 5; tries++) await person.validateCode({ mobile, code: otherThan(code), type })
    expect(await person.validateCode({ mobile, code: otherThan(code), type })).toMatchObject({ code: 'code_locked' })
    const sixth = await person.validateCode({ mobile, code, type })
    expect(sixth).toMatchObject({ code: 'code_locked' })
    expect(!sixth.ok && sixth.code === 'code_locked' && sixth.data.retry_after).toBeLessThanOrEqual(60)
  })

  it('happy: after five wrong tries another code is sent a minute later, and works', async () => {
    const { mobile, person, code } = await sentTo()
    for (let tries = 1; tries <= 5; tries++) await person.validateCode({ mobile, code: otherThan(code), type })
    world.passMinutes(1)
    expect(await person.sendCode({ mobile, type })).toMatchObject({ ok: true })
    expect(await person.validateCode({ mobile, code: await world.codeTo(mobile), type })).toMatchObject({ ok: true })
  })

  it('error: a second code within 60 seconds is refused with the wait, and the first one still works', async () => {
    const { mobile, person, code } = await sentTo()
    const again = await person.sendCode({ mobile, type })
    expect(again).toMatchObject({ code: 'resend_too_soon' })
    expect(!again.ok && again.code === 'resend_too_soon' && again.data.retry_after).toBeLessThanOrEqual(60)
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it('security: only the newest code works', async () => {
    const { mobile, person, code } = await sentTo()
    world.passMinutes(1)
    await person.sendCode({ mobile, type })
    const newest = await world.codeTo(mobile)
    if (newest !== code) expect(await person.validateCode({ mobile, code, type })).toMatchObject({ code: 'code_wrong' })
    expect(await person.validateCode({ mobile, code: newest, type })).toMatchObject({ ok: true })
  })

  it('security: a code is valid only for its own purpose and address', async () => {
    const { mobile, person, code } = await sentTo()
    const other = freshMobile()
    expect(await person.validateCode({ mobile, code, type: mobilePurpose.resetPassword })).toMatchObject({ ok: false })
    expect(await person.validateCode({ mobile: other, code, type })).toMatchObject({ ok: false })
    expect(await person.validateCode({ mobile, code, type })).toMatchObject({ ok: true })
  })

  it('security: of 20 submissions of the right code at once, one succeeds', async () => {
    const { mobile, code } = await sentTo()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.person().validateCode({ mobile, code, type })),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  it('security: of 60 wrong codes at once, five are checked', async () => {
    const { mobile, code } = await sentTo()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => world.person().validateCode({ mobile, code: otherThan(code), type })),
    )
    const tried = answers.filter((answer) => !answer.ok && answer.code === 'code_wrong')
    expect(tried).toHaveLength(4)
    expect(await world.person().validateCode({ mobile, code, type })).toMatchObject({ code: 'code_locked' })
  })

  it('security: of 20 requests of one browser for a code at once, one is sent, and each answer names it', async () => {
    const mobile = freshMobile()
    const asked = { mobile, type: mobilePurpose.register }
    const person = world.person()
    await person.isMobileRegistered({ mobile })
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.sendCode(asked)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await world.messagesTo(mobile)).toBe(1)
    const again = await person.sendCode(asked)
    const keys = [...answers, again].map((answer) => 'sms_code_key' in answer.data && answer.data.sms_code_key)
    // Those that were refused because of all requests to the number were not answered a key.
    expect([...new Set(keys.filter(Boolean))]).toHaveLength(1)
    expect(again).toMatchObject({ code: 'resend_too_soon', data: { sms_code_key: expect.any(String) } })
  })

  it('security: of 20 requests of 20 browsers at once, three a minute are sent', async () => {
    const mobile = freshMobile()
    const ask = async () => {
      const asked = Array.from({ length: 20 }, () => world.person().sendCode({ mobile, type: mobilePurpose.register }))
      return (await Promise.all(asked)).filter((answer) => answer.ok)
    }
    expect(await ask()).toHaveLength(3)
    world.passMinutes(2)
    expect(await ask()).toHaveLength(3)
    expect(await world.messagesTo(mobile)).toBe(6)
  })

  it('security: a code is not stored in plain text where it is checked', async () => {
    const { mobile } = await sentTo()
    const standing = await world.storage.codes.find({ channel: 'sms', target: mobile, purpose: type })
    expect(JSON.stringify(standing)).not.toContain(await world.codeTo(mobile))
  })

  /** Asks for a code as a new visitor, and solves the captcha if one is required. */
  const askFor = (mobile: string, address: string) =>
    world.insist({ address, jar: new CookieJar() }, (client) =>
      client.sendCode({ mobile, type: mobilePurpose.register }),
    )

  it('security: one mobile gets ten codes a day, from however many client addresses', async () => {
    const mobile = freshMobile()
    const answers = []
    for (let asked = 0; asked < 50; asked++) {
      answers.push(await askFor(mobile, `198.51.100.${asked}`))
      world.passMinutes(1)
    }
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ code: 'code_limit_reached' })
    expect(await world.messagesTo(mobile)).toBe(10)
  })

  it('security: the eighth code to one mobile needs a captcha', async () => {
    const mobile = freshMobile()
    for (let asked = 0; asked < 7; asked++) {
      await world.person({ address: `198.51.100.${asked}` }).sendCode({ mobile, type: mobilePurpose.register })
      world.passMinutes(1)
    }
    const person = world.person({ address: '198.51.100.99' })
    expect(await person.sendCode({ mobile, type: mobilePurpose.register })).toMatchObject({
      code: 'captcha_required',
      data: { decision: { subtype: 'slide' } },
    })
    expect(await world.messagesTo(mobile)).toBe(7)
  })

  it('error: the code in hand still works when the next one is over the limit', async () => {
    const mobile = freshMobile()
    for (let asked = 0; asked < 10; asked++) {
      await askFor(mobile, '198.51.100.77')
      world.passMinutes(1)
    }
    const code = await world.codeTo(mobile)
    expect(await askFor(mobile, '198.51.100.77')).toMatchObject({ code: 'code_limit_reached' })
    expect(await world.person().registerByMobile({ mobile, code })).toMatchObject({ ok: true })
  })

  it('security: an IPv6 /64 counts as one client address', async () => {
    const answers = []
    for (let asked = 0; asked < 12; asked++) {
      const person = world.person({ address: `2001:db8:1:2::${asked.toString(16)}` })
      answers.push(await person.sendCode({ mobile: freshMobile(), type: mobilePurpose.register }))
    }
    expect(answers.filter((answer) => answer.ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ code: 'captcha_required' })
    const neighbour = world.person({ address: '2001:db8:1:3::1' })
    expect(await neighbour.sendCode({ mobile: freshMobile(), type: mobilePurpose.register })).toMatchObject({
      ok: true,
    })
  })

  it('security: the eleventh code from one client address needs a captcha', async () => {
    const person = world.person({ address: '198.51.100.78' })
    for (let asked = 0; asked < 10; asked++)
      expect(await person.sendCode({ mobile: freshMobile(), type: mobilePurpose.register })).toMatchObject({ ok: true })
    expect(await person.sendCode({ mobile: freshMobile(), type: mobilePurpose.register })).toMatchObject({
      code: 'captcha_required',
    })
  })

  it('error: a resend that is too soon does not use up the solved captcha', async () => {
    const options = { address: '198.51.100.79', jar: new CookieJar() }
    const [mobile, next] = [freshMobile(), freshMobile()]
    const ask = (to: string, captchaTicket?: string) =>
      world.person({ ...options, captchaTicket }).sendCode({ mobile: to, type: mobilePurpose.register })
    for (let asked = 0; asked < 9; asked++) await ask(freshMobile())
    expect(await ask(mobile)).toMatchObject({ ok: true })
    const refused = await ask(next)
    const decision = !refused.ok && refused.code === 'captcha_required' ? refused.data.decision.ticket : ''
    const opened = await world.person(options).getCaptcha({ decision })
    const id = opened.ok ? opened.data.id : ''
    const text = (await captchaOf(world.storage, options.jar, id))?.spoken ?? ''
    const solved = await world.person(options).verifyCaptcha({ id, text })
    const ticket = solved.ok ? solved.data.captcha_ticket : ''
    expect(await ask(mobile, ticket)).toMatchObject({ code: 'resend_too_soon' })
    expect(await ask(next, ticket)).toMatchObject({ ok: true })
  })

  it('security: of 10,000 guesses at a code, five are checked', async () => {
    const { mobile, code } = await sentTo()
    const target = { channel: 'sms' as const, to: mobile, type }
    const judged = { code_wrong: 0, code_locked: 0 }
    const guesses = Array.from({ length: 10_000 }, (_, guess) => String(guess).padStart(6, '0'))
    const wrong = guesses.filter((guess) => guess !== code)
    const guess = async (text: string) => {
      const judgement = await lookAtCode(world.setting, world.storage, { target, code: text })
      if (!judgement.ok) judged[judgement.code as keyof typeof judged]++
    }
    // A hundred at a time: on PostgreSQL nearly all of the time is waiting for the answer.
    for (let first = 0; first < wrong.length; first += 100)
      await Promise.all(wrong.slice(first, first + 100).map(guess))
    expect(judged.code_wrong).toBe(4)
    expect(judged.code_locked).toBeGreaterThanOrEqual(9_995)
  })

  it('security: an email without an account is answered like one with an account', async () => {
    const known = (await registerEmail(world)).email
    const unknown = freshEmail()
    const ask = async (email: string) => {
      const person = world.person({ address: '203.0.113.9' })
      const sent = await person.sendEmailCode({ email, type: emailPurpose.login })
      const again = await person.sendEmailCode({ email, type: emailPurpose.login })
      const tries = []
      const wrong = otherThan(known === email ? await world.codeTo(email) : '123456')
      for (let count = 0; count < 6; count++) tries.push(await person.emailCodeLogin({ email, code: wrong }))
      return JSON.stringify([sent, again, tries], (key, value) =>
        ['logId', 'email', 'email_code_key'].includes(key) ? '' : key === 'retry_after' ? value > 0 : value,
      )
    }
    expect(await ask(unknown)).toBe(await ask(known))
  })

  it('error: an email without an account gets a message that says so, and no code', async () => {
    const email = freshEmail()
    await world.person().sendEmailCode({ email, type: emailPurpose.login })
    const [message] = await world.storage.outbox.newest(email, 1)
    expect(message).toMatchObject({ code: null, purpose: 'no_account' })
    expect(message?.body).not.toMatch(/\d{6}/)
  })

  it('error: a code for an own address needs a session', async () => {
    const person = world.person()
    expect(await person.sendCode({ mobile: freshMobile(), type: mobilePurpose.verifyOld })).toMatchObject({
      code: 'not_signed_in',
    })
  })

  it('happy: a code proves the mobile of a session and gives a ticket', async () => {
    const { mobile, client } = await registerMobile(world)
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const code = await world.codeTo(mobile)
    expect(await client.verifyMobile({ code, type: mobilePurpose.verifyOldForChange })).toMatchObject({ ok: true })
  })

  it('happy: a code for an own address can be sent without naming the address', async () => {
    const { mobile, client } = await registerMobile(world)
    expect(await client.sendCode({ type: mobilePurpose.verifyOld })).toMatchObject({
      ok: true,
      data: { mobile: `+86 138****${mobile.slice(-4)}` },
    })
    const type = mobilePurpose.verifyOld
    expect(await client.verifyMobile({ code: await world.codeTo(mobile), type })).toMatchObject({ ok: true })
    const byEmail = await registerEmail(world)
    expect(await byEmail.client.sendEmailCode({ type: emailPurpose.verifyOld })).toMatchObject({ ok: true })
    const code = await world.codeTo(byEmail.email)
    expect(await byEmail.client.verifyEmail({ code, type: emailPurpose.verifyOld })).toMatchObject({ ok: true })
  })

  it('error: a code for an own address needs such an address', async () => {
    const { client } = await registerMobile(world)
    expect(await client.sendEmailCode({ type: emailPurpose.verifyOld })).toMatchObject({
      code: 'nothing_bound',
      data: { field: 'email' },
    })
    expect(await world.person().sendCode({ type: mobilePurpose.verifyOld })).toMatchObject({ code: 'not_signed_in' })
  })

  it.each([mobilePurpose.register, mobilePurpose.bind, mobilePurpose.resetPassword])(
    'security: purpose %i needs an address',
    async (type) => {
      const { mobile, client } = await registerMobile(world)
      const before = await world.messagesTo(mobile)
      expect(await client.sendCode({ type })).toMatchObject({
        code: 'invalid_input',
        data: { fields: [{ field: 'mobile', reason: 'missing' }] },
      })
      expect(await world.messagesTo(mobile)).toBe(before)
    },
  )

  it('security: a code for an own address is not sent to an address of another account', async () => {
    const { client } = await registerMobile(world)
    const other = (await registerMobile(world)).mobile
    expect(await client.sendCode({ mobile: other, type: mobilePurpose.verifyOld })).toMatchObject({
      code: 'invalid_input',
    })
  })

  it('security: a code to a new mobile needs the ticket of the old one from the same session', async () => {
    const { mobile, client } = await registerMobile(world)
    const next = freshMobile()
    expect(await client.sendCode({ mobile: next, type: mobilePurpose.changeToNew })).toMatchObject({
      code: 'ticket_refused',
    })
    await client.sendCode({ mobile, type: mobilePurpose.verifyOld })
    const proof = await client.verifyMobile({ code: await world.codeTo(mobile), type: mobilePurpose.verifyOld })
    const ticket = proof.ok ? proof.data.verify_ticket : ''
    const thief = (await registerMobile(world)).client
    expect(await thief.sendCode({ mobile: next, type: mobilePurpose.changeToNew, ticket })).toMatchObject({
      code: 'ticket_refused',
    })
    expect(await client.sendCode({ mobile: next, type: mobilePurpose.changeToNew, ticket })).toMatchObject({ ok: true })
  })

  it.each(['+8612345', '+999123456789', '+861381234'])('error: %s is not a mobile of any country', async (mobile) => {
    expect(await world.person().sendCode({ mobile, type: mobilePurpose.register })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'mobile', reason: 'invalid' }] },
    })
  })
})

describe.each(databases)('codes of reserved identifiers on $name', (database) => {
  const reserved = '+8613800000000'
  const world = worldOn(database, { testCodes: new Map([[reserved, '123456']]), channels: ['email'] })

  it('happy: a reserved mobile has a fixed code, no message and no limit', async () => {
    for (let round = 0; round < 12; round++) {
      const person = world.person()
      expect(await person.sendCode({ mobile: reserved, type: mobilePurpose.login })).toMatchObject({ ok: true })
      expect(await person.smsLogin({ mobile: reserved, code: '123456' })).toMatchObject({ ok: true })
    }
    expect(await world.messagesTo(reserved)).toBe(0)
  })

  it('error: without an SMS channel a mobile is refused as unsupported', async () => {
    expect(await world.person().sendCode({ mobile: freshMobile(), type: mobilePurpose.register })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'mobile', reason: 'unsupported' }] },
    })
  })
})

describe.each(databases)('limits of the operator on $name', (database) => {
  it('error: an SMS to a country that is not on the list is refused as unsupported', async () => {
    const world = await openWorld(database, { smsRegions: new Set(['CN']) })
    expect(await world.person().sendCode({ mobile: '+447911123456', type: mobilePurpose.register })).toMatchObject({
      code: 'invalid_input',
      data: { fields: [{ field: 'mobile', reason: 'unsupported' }] },
    })
    expect(await world.person().sendCode({ mobile: freshMobile(), type: mobilePurpose.register })).toMatchObject({
      ok: true,
    })
    await world.close()
  })

  it('security: the daily cap of SMS counts all mobiles and client addresses, and emails are still sent', async () => {
    const world = await openWorld(database, { smsDailyCap: 3 })
    const ask = (asked: number) =>
      world.person({ address: `203.0.113.${asked}` }).sendCode({ mobile: freshMobile(), type: mobilePurpose.register })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, asked) => ask(asked)))
    // Messages at the same moment may refuse one another the last ones.
    const sent = answers.filter((answer) => answer.ok).length
    expect(sent).toBeLessThanOrEqual(3)
    for (let asked = sent; asked < 3; asked += 1) expect(await ask(10 + asked)).toMatchObject({ ok: true })
    expect(await ask(20)).toMatchObject({ code: 'code_limit_reached' })
    const email = freshEmail()
    expect(await world.person().sendEmailCode({ email, type: emailPurpose.register })).toMatchObject({ ok: true })
    await world.close()
  })
})
